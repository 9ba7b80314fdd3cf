import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { CHECK_SCRIPT } from "./check-script.ts";

/** What the script touches of an element. */
class Element {
  readonly id: string;
  textContent = "";
  innerHTML = "";
  ariaDisabled: string | null = null;
  readonly dataset: Record<string, string> = {};
  readonly children: Element[] = [];
  readonly listeners: Record<string, (event: unknown) => unknown> = {};

  constructor(id: string) {
    this.id = id;
  }
  addEventListener(name: string, listener: (event: unknown) => unknown): void {
    this.listeners[name] = listener;
  }
  appendChild(child: Element): Element {
    this.children.push(child);
    return child;
  }
  get lastElementChild(): Element | undefined {
    return this.children.at(-1);
  }
}

/** The page with its script run in it; `server` answers the posted form. */
function page(server: (init: RequestInit) => Promise<Response>) {
  const focused: string[] = [];
  const button = new Element("check");
  const stop = new Element("stop");
  const steps = new Element("steps");
  const form = Object.assign(new Element("form"), { action: "/check", querySelector: () => button });
  const live = Object.assign(new Element("live"), {
    shows: "nothing",
    replaceChildren: (template: string) => (live.shows = template),
    querySelector: (what: string) =>
      what === "ol"
        ? steps
        : what === "button"
          ? stop
          : { focus: () => void focused.push(live.innerHTML || live.shows) },
  });
  const asked: RequestInit[] = [];
  runInNewContext(CHECK_SCRIPT, {
    document: {
      querySelector: () => form,
      getElementById: (id: string) => (id === "live" ? live : { content: { cloneNode: () => id } }),
      createElement: () => new Element("li"),
    },
    AbortController,
    FormData: class {
      *[Symbol.iterator]() {
        yield ["url", "https://a.example/mcp"];
      }
    },
    URLSearchParams,
    TextDecoderStream,
    fetch: (_url: string, init: RequestInit) => {
      asked.push(init);
      return server(init);
    },
  });
  const submit = () => form.listeners["submit"]?.({ preventDefault: () => {} }) as Promise<void>;
  return {
    submit,
    asked,
    focused,
    live,
    button,
    stop,
    told: () => steps.children.map((li) => li.textContent),
  };
}

const answer = (...lines: unknown[]) =>
  Promise.resolve(new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));

test("steps are shown as text, an answer takes the place of its request, and the end takes the focus", async () => {
  const { submit, asked, told, focused, button } = page(() =>
    answer(
      { say: "initialize", replaces: false },
      { say: "initialize: <b>result</b>", replaces: true },
      { say: "tools/list", replaces: false },
      { html: "<section>Reachable</section>" },
    ),
  );
  await submit();
  expect(asked[0]).toMatchObject({ method: "POST", headers: { accept: "application/x-ndjson" } });
  expect(asked[0]?.body).toEqual(new URLSearchParams({ url: "https://a.example/mcp" }));
  expect(told()).toEqual(["initialize: <b>result</b>", "tools/list"]);
  expect(focused).toEqual(["<section>Reachable</section>"]);
  expect(button.ariaDisabled).toBe("false");
});

test.each([
  ["ends without a report", () => answer({ say: "initialize", replaces: false })],
  ["is no stream of lines", () => Promise.resolve(new Response("<!doctype html>\n"))],
  ["never comes", () => Promise.reject(new TypeError("offline"))],
])("an answer that %s is told as such", async (_how, server) => {
  const { submit, focused } = page(server);
  await submit();
  expect(focused).toEqual(["broken"]);
});

test("Stop ends the request and says so; until then a second submit is not sent", async () => {
  const { submit, asked, focused, stop } = page(
    ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(new Error("aborted"))),
      ),
  );
  const first = submit();
  await submit();
  expect(asked).toHaveLength(1);
  stop.listeners["click"]?.({});
  await first;
  expect(focused).toEqual(["stopped"]);
});
