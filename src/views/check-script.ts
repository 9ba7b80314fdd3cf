/** Where the script of `/check` stands. */
export const CHECK_SCRIPT_PATH = "/check.js";

/**
 * The script of `/check`: posts the form for `application/x-ndjson` and shows each step as it comes, `{"say", "replaces"}`
 * as text; the last line, `{"html"}`, is the server-rendered end of the check, which takes the focus. Without it the form
 * works as any other. Leaving the page or "Stop" ends the request, and with it the visit. `data-told` keeps the foot of the page below the window, so that nothing moves.
 */
export const CHECK_SCRIPT = `"use strict";
const form = document.querySelector("form.check");
const live = document.getElementById("live");
const button = form.querySelector("button");
const put = (id) => live.replaceChildren(document.getElementById(id).content.cloneNode(true));
const end = () => live.querySelector("#outcome").focus();

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\\n");
    rest = parts.pop();
    for (const part of parts) if (part !== "") yield JSON.parse(part);
  }
}

async function check() {
  live.dataset.told = "";
  const stop = new AbortController();
  const body = new URLSearchParams(new FormData(form));
  put("running");
  const steps = live.querySelector("ol");
  live.querySelector("button").addEventListener("click", () => stop.abort());
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      headers: { accept: "application/x-ndjson" },
      signal: stop.signal,
    });
    for await (const { say, replaces, html } of lines(answer.body)) {
      if (html !== undefined) {
        live.innerHTML = html;
        return end();
      }
      const step = replaces && steps.lastElementChild || steps.appendChild(document.createElement("li"));
      step.textContent = say;
    }
    throw new Error("cut short");
  } catch {
    put(stop.signal.aborted ? "stopped" : "broken");
    end();
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  // Not "disabled": that would take the focus away from whoever pressed it.
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  try {
    await check();
  } finally {
    button.ariaDisabled = "false";
  }
});
`;
