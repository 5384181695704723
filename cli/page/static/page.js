// Saves clicks, and is needed for nothing: every link is an address that shows the same without it.

const source = document.getElementById("source");
const question = document.getElementById("q");
const drawer = document.getElementById("drawer");
const said = document.getElementById("said");

let shown = 0;
let at = location.pathname + location.search;

/** The address of what is shown now, by `pushState` or `replaceState`. */
function name(way, address) {
  history[way]({}, "", address);
  at = location.pathname + location.search;
}

/** Show what an address shows in the source pane, without leaving the page; of several the last one that was asked for. */
async function show(link, { keep = true } = {}) {
  const address = new URL(link.href, location.href);
  const turn = ++shown;
  const reply = await fetch(`/source${address.search}`);
  const html = await reply.text();
  if (turn !== shown) return;
  if (!reply.ok) return location.assign(address);
  source.innerHTML = html;
  for (const other of document.querySelectorAll("a[aria-current=true]")) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  if (keep) name("pushState", address);
  centre(keep);
}

/** The cited lines in the middle of their pane, or the picture of their page at its top; the pane alone is scrolled. On a
 *  narrow screen, where it stands below the answer, the page is, if somebody asked for it. */
function centre(asked) {
  const line = source.querySelector("img.sheet, tr.cited");
  if (!line) return;
  const picture = line.matches("img");
  if (picture || source.scrollHeight <= source.clientHeight) {
    source.scrollTop = 0;
    if (asked) line.scrollIntoView({ block: picture ? "nearest" : "center" });
    return;
  }
  const above = line.getBoundingClientRect().top - source.getBoundingClientRect().top;
  source.scrollTop += above - source.clientHeight / 3;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-pane]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(link);
});
/** Why an answer is as it is, below it and beside its sources; the same address is a page of its own. */
async function why(link) {
  if (drawer.open) return drawer.close();
  const reply = await fetch(`${link.href}&drawer=yes`);
  if (!reply.ok) return location.assign(link.href);
  drawer.lastElementChild.innerHTML = await reply.text();
  drawer.show();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-drawer]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  why(link);
});
addEventListener("popstate", () => { // a place within the page, as `#answer`, is no other page
  if (at !== location.pathname + location.search) location.reload();
});

function step(by) {
  const links = [...document.querySelectorAll("main a[data-pane]")].filter((link) => link.offsetParent);
  if (!links.length) return;
  const at = links.findIndex((link) => link.getAttribute("aria-current") === "true");
  const next = links[(at + by + links.length + (at < 0 && by < 0 ? 1 : 0)) % links.length];
  next.focus();
  show(next, { keep: false });
}

async function copy() {
  const answer = document.querySelector("[data-markdown]");
  if (!answer) return;
  const reply = await fetch(answer.dataset.markdown);
  await navigator.clipboard.writeText(await reply.text());
  said.textContent = document.body.dataset.copied;
}

const keys = {
  "/": () => { question.focus(); question.select(); },
  j: () => step(1),
  k: () => step(-1),
  o: () => source.querySelector("a.editor")?.click(),
  y: copy,
  w: () => document.querySelector("a[data-drawer]")?.click(),
  Escape: () => drawer.close(),
  "?": () => { const help = document.getElementById("keys"); help.open = !help.open; },
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, textarea, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const act = keys[event.key];
  if (act) { event.preventDefault(); act(); }
});

/** What an index holds now, told again and again while somebody looks, and every second while it is updated. */
for (const place of document.querySelectorAll("[data-live]")) {
  let told = "";
  const tell = async () => {
    const reply = document.hidden ? null : await fetch(place.dataset.live).catch(() => null);
    const html = reply?.ok ? await reply.text() : told;
    if (html !== told) place.innerHTML = told = html; // only then: what has the focus would lose it
    if (place.dataset.then && reply?.ok && place.querySelector("[data-ready]")) return location.reload();
    setTimeout(tell, place.querySelector("[data-busy]") ? 1_000 : 20_000);
  };
  tell();
}

/** Ways to go on with a query, as it is typed. */
for (const field of document.querySelectorAll("[data-complete]")) {
  field.addEventListener("input", async () => {
    const typed = field.value;
    const reply = await fetch(`${field.dataset.complete}?docql=${encodeURIComponent(typed)}`);
    if (!reply.ok || field.value !== typed) return; // a slow reply to fewer letters shall not replace a later one
    const ways = (await reply.json()).map(({ text, meaning }) => Object.assign(new Option(meaning), { value: text }));
    field.list.replaceChildren(...ways);
  });
}

// On a wide screen the first cited lines stand beside the answer at once; without any, those that come closest; beside the
// start what is to be read first.
const first = ["article.answer a.cite", "article.answer a.place[data-pane]", "main ol a.place[data-pane]"]
  .map((links) => document.querySelector(links)).find(Boolean);
if (first && matchMedia("(min-width: 45rem)").matches && source.querySelector(".hint")) show(first, { keep: false });

// An answer that has just been made has an address of its own: a reload shall not ask again.
const made = document.querySelector("[data-run]");
if (made && location.pathname === "/") name("replaceState", made.dataset.run);
// An address that names lines was opened for them, be it by a click before this script was there.
centre(new URLSearchParams(location.search).has("path"));
