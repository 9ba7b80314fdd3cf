/** A tool as it stands in a `tools/list` result. */
export interface PracticeTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  readonly [extra: string]: unknown;
}

const SUBJECTS = ["city", "country", "river", "mountain", "island", "harbour", "bridge", "station"] as const;

/** `count` ordinary, well-described, read-only tools with distinct names. */
export function practiceTools(count = 3): PracticeTool[] {
  return Array.from({ length: count }, (_, index) => {
    const subject = SUBJECTS[index % SUBJECTS.length] ?? "place";
    return {
      name: `find_${subject}${index < SUBJECTS.length ? "" : `_${index}`}`,
      title: `Find a ${subject}`,
      description: `Looks up one ${subject} by its name and returns where it is.`,
      inputSchema: {
        type: "object",
        properties: {
          name: { type: "string", description: `Name of the ${subject}.` },
          limit: { type: "integer", description: "Most results to return." },
        },
        required: ["name"],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    };
  });
}
