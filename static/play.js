// Comfort for the board: selecting at once, drag and drop, keys, motion. The game works without it:
// every move is made by the server, whose answer htmx swaps in.
(() => {
  const root = document.documentElement, main = document.getElementById("main");
  if (!document.getElementById("game")) return;
  const $ = (s) => main.querySelector(s), $$ = (s) => [...main.querySelectorAll(s)], id = (s) => document.getElementById(s);
  const words = id("words").dataset;
  const menu = document.querySelector(".menu");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const cards = () => $$("#game .card[id]");
  const pileOf = (el) => el.closest("[data-pile]");
  const targets = (el) => (el.dataset.to || "").split(" ").filter(Boolean);
  const selected = () => $("[aria-pressed=true]");

  // Requests go one at a time, in order, each with the version of the board that it finds. A job returns
  // what to send, or nothing. Without an answer it stays, for "Try again": the version makes that harmless.
  const queue = [];
  let busy = false, failed = false;
  const ask = (job) => { queue.push(job); work(); };

  async function work() {
    if (busy) return;
    busy = true;
    while (queue.length) {
      const request = queue[0]();
      if (request && !(await send(request))) break;
      queue.shift();
    }
    busy = false;
  }

  async function send({ path, verb = "POST", values = {} }) {
    const form = id("game");
    failed = false;
    if (verb === "POST") values.version = form.elements.version.value;
    try {
      await htmx.ajax(verb, path || form.getAttribute("action"), { source: main, target: "#board", values });
    } catch { failed = true; }
    $$(".taken").forEach((x) => x.classList.remove("taken"));
    if (failed) offline();
    return !failed;
  }
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"]) main.addEventListener(name, () => { failed = true; });

  function offline() {
    id("problem").innerHTML = '<div class="problem"><p></p><button class="go"></button></div>';
    $("#problem p").textContent = words.offline;
    $("#problem button").textContent = words.retry;
    $("#problem button").onclick = () => { id("problem").replaceChildren(); work(); };
  }

  const move = (from, to) => ask(() => ({ values: { from, to } }));
  const press = (b) => ask(() => {
    const now = id(b.id) || b;
    return now.ariaDisabled === "true" && b.id !== "draw" ? null
      : { path: now.getAttribute("formaction"), values: now.name ? { [now.name]: now.value } : {} };
  });

  function select(el) {
    for (const x of $$("[aria-pressed]")) x.removeAttribute("aria-pressed");
    for (const x of $$(".to, .twin")) x.classList.remove("to", "twin");
    if (!el) return;
    el.setAttribute("aria-pressed", "true");
    const to = targets(el);
    for (const p of to) place(p, el)?.classList.add("to");
    twin(el)?.classList.add("twin");
    say(to.length ? new Intl.PluralRules(root.lang).select(to.length) : "none", el, to.length);
  }

  function say(key, el, n) {
    const text = (card) => (words[key] || words.other).replace("{card}", card).replace("{n}", n);
    $(".say").textContent = text(el.textContent.trim());
    id("spoken").textContent = text(el.getAttribute("aria-label"));
  }

  // place is where cards go on a pile; of the two foundations of a suit, the first that takes el.
  const ranks = "A23456789TJQK";
  const place = (pile, el) => {
    if (pile !== "f") return $(`[data-pile=${pile}]`).lastElementChild;
    const two = 2 * "CDHS".indexOf(el.id[2]), next = (home) => home.id[0] === "k" ? ranks.indexOf(home.id[1]) + 1 : 0;
    return $$(".home > button").slice(two, two + 2).find((home) => next(home) === ranks.indexOf(el.id[1]));
  };
  const twin = (el) => id(el.id.slice(0, 3) + (el.id[3] === "1" ? 2 : 1));

  // tap is one tap on a place: as the settings have it, it moves, selects or puts down.
  function tap(el, smart = root.dataset.tap !== "select") {
    const from = selected();
    if (from && from === el) {
      const to = targets(el), up = to.includes("f") && "f", column = to.find((p) => p !== "f"), want = root.dataset.double;
      select(null);
      const go = want === "nothing" ? "" : want === "column" ? column || up : up;
      return go ? move(el.value, go) : say("down", el);
    }
    const held = el.dataset.to !== undefined || el.matches(".column .card");
    if (from && !(pileOf(from) === pileOf(el) && held)) {
      select(null);
      return move(from.value, el.value);
    }
    const to = targets(el), go = el.dataset.go ?? (to.length === 1 && to[0]); // the only sensible place
    if (!from && smart && go) return move(el.value, go);
    if (held || el.matches(".waste .card")) return select(el);
    ask(() => ({ values: { from: el.value } })); // the server says why
  }

  // A board that is swapped while a finger or a button is down leads the click astray: it is made up for. If it
  // comes all the same, late on a slow device, it was meant once.
  let held = {}, stray;
  const made = new Set(), makeUp = () => { stray?.(); stray = null; };
  addEventListener("pointerdown", (e) => {
    makeUp();
    made.delete(e.pointerId);
    const el = e.target.closest("#game button");
    held = { el, pile: el && pileOf(el)?.dataset.pile, x: e.clientX, y: e.clientY };
  }, true);
  addEventListener("pointerup", (e) => {
    const { el, pile, x, y } = held;
    if (!el || el.isConnected || Math.hypot(e.clientX - x, e.clientY - y) > 9) return;
    stray = () => {
      made.add(e.pointerId);
      const now = id(el.id);
      if (now && pileOf(now)?.dataset.pile === pile) now.click();
    };
    setTimeout(makeUp, 50);
  }, true);

  let first; // the card of the first of several quick clicks: the others do not mean the card below it
  document.addEventListener("click", (e) => {
    const link = e.target.closest("#board a[href*='/games/'], .menu a[href*='/games/']"), el = e.target.closest("#game button");
    if (link) {
      e.preventDefault();
      menu.open = false;
      return ask(() => ({ verb: "GET", path: link.getAttribute("href") }));
    }
    if (!el || el.matches("[hx-post]")) return;
    e.preventDefault();
    if (made.delete(e.pointerId) || drag.done && e.detail || stray && el.id !== held.el.id) return;
    stray = null;
    if (e.detail < 2) first = el.id;
    const pile = pileOf(el)?.dataset.pile;
    el.classList.add("taken"); // it looks pressed until the answer
    if (!el.closest(".row") || el.id === "stock") press(el);
    else if (e.detail > 1 && el.id !== first) { /* meant the card that lay here */ }
    else if (!busy) tap(el);
    else ask(() => { // when the answers before it are there
      const now = id(el.id);
      if (now && pileOf(now)?.dataset.pile === pile) queue.splice(1, 0, ...collect(() => tap(now)));
    });
    if (!busy) el.classList.remove("taken");
  });

  id("line")?.addEventListener("submit", (e) => {
    const field = id("line-text"), line = field.value;
    e.preventDefault();
    field.value = "";
    menu.open = false;
    ask(() => ({ values: { line } }));
  });

  // collect returns the jobs that do would queue.
  function collect(work) {
    const rest = queue.splice(0);
    work();
    const jobs = queue.splice(0);
    queue.push(...rest);
    return jobs;
  }

  // Drag and drop. The cards from the one that is pressed to the end of its column follow the pointer.
  let drag = {};
  const still = () => {
    for (const c of drag.cards || []) { c.hasAttribute("style") && c.removeAttribute("style"); c.classList.remove("drag"); } // asked for, or an empty one is left, which htmx would copy and the policy forbids
    removeEventListener("scroll", cancel, true);
  };
  function cancel() {
    if (!drag.on) return void (drag = {});
    glide(drag.cards);
    still();
    select(null);
    drag = { done: true }; // until the pointer is released
  }
  const glide = (list) => calm.matches || list.forEach((c) => c.animate([{ transform: c.style.transform }, { transform: "none" }], { duration: 140, easing: "ease-out" }));

  main.addEventListener("pointerdown", (e) => {
    if (drag.el) return cancel(); // a second finger
    drag = {};
    const el = e.target.closest("#game button[data-to], .column button.card, .waste button.card");
    if (el && e.isPrimary && e.button === 0 && !el.disabled) drag = { el, pointer: e.pointerId, x: e.clientX, y: e.clientY, far: e.pointerType === "mouse" ? 5 : 9 };
  });
  main.addEventListener("pointermove", (e) => {
    if (!drag.el || e.pointerId !== drag.pointer) return;
    const x = e.clientX - drag.x, y = e.clientY - drag.y;
    if (!drag.on && Math.hypot(x, y) < drag.far) return;
    if (!drag.on) {
      drag.on = true;
      const all = [...pileOf(drag.el).querySelectorAll("button")];
      drag.cards = all.slice(all.indexOf(drag.el));
      select(drag.el);
      drag.cards.forEach((c) => c.classList.add("drag"));
      drag.el.setPointerCapture(drag.pointer);
      addEventListener("scroll", cancel, true);
    }
    for (const c of drag.cards) c.style.transform = `translate(${x}px,${y}px)`;
  });
  main.addEventListener("pointerup", (e) => {
    if (drag.done) setTimeout(() => { drag = {}; });
    if (e.pointerId !== drag.pointer) return;
    if (!drag.on) return void (drag = {});
    const { el } = drag, pile = under(el);
    setTimeout(() => { drag = {}; });
    if (!pile) return cancel();
    const from = el.value, to = pile.dataset.pile, ok = targets(el).includes(to);
    if (!ok) glide(drag.cards);
    for (const c of drag.cards) origin.set(c.id, c.getBoundingClientRect());
    still();
    select(null);
    drag = { done: true };
    if (!ok) origin.clear();
    move(from, to);
  });
  for (const name of ["pointercancel", "lostpointercapture"]) main.addEventListener(name, (e) => drag.el && e.pointerId === drag.pointer && cancel());
  addEventListener("blur", cancel);

  // under is the pile, other than its own, that a dragged card overlaps most.
  function under(el) {
    const a = el.getBoundingClientRect(), own = pileOf(el);
    let best = null, most = 0;
    for (const pile of $$("[data-pile]")) {
      const b = pile.getBoundingClientRect(), bottom = pile.matches(".column") ? innerHeight : b.bottom;
      const area = Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, bottom) - Math.max(a.top, b.top));
      if (area > most) [best, most] = [pile, area];
    }
    return best === own || best?.matches(".stock, .waste") ? null : best;
  }

  // An answer leaves out what follows from the order of things: the names of piles and places.
  function number() {
    let n = 0;
    for (const pile of $$(".pile")) {
      const name = pile.dataset.pile = pile.matches(".column") ? "c" + ++n : pile.matches(".home") ? "f" : pile.matches(".waste") ? "w" : "s";
      const all = [...pile.querySelectorAll("button")];
      if (name !== "s") all.forEach((b, i) => { b.value = name + (i + 1 < all.length ? "x" + (all.length - i) : ""); });
    }
  }

  // Motion: cards glide from where they were to where the answer has them.
  const origin = new Map(), fly = { zIndex: 9, pointerEvents: "none" }; // a click means what lies below
  document.addEventListener("htmx:beforeSwap", (e) => {
    if (e.detail.target.id !== "board") return;
    cancel();
    for (const c of cards()) origin.has(c.id) || origin.set(c.id, c.getBoundingClientRect());
    origin.set("stock", id("stock").getBoundingClientRect());
    id("problem").replaceChildren();
  });
  document.addEventListener("htmx:afterSwap", (e) => {
    if (e.detail.target.id !== "board") return;
    started = Date.now();
    number();
    id("spoken").textContent = $(".say").dataset.spoken;
    if (document.activeElement === document.body) ($(".notice :is(a, button)") || $("button.last") || id("undo")).focus({ preventScroll: true, focusVisible: false });
    flip();
    if ($(".won") && !calm.matches) $$(".home .card").forEach((c, i) => c.animate([{}, { transform: "translateY(-18px) rotate(4deg)" }, {}], { duration: 400, delay: 60 * i }));
  });
  function flip() {
    if (!calm.matches) {
      let n = 0;
      for (const c of cards()) {
        const a = origin.get(c.id) || (c.closest(".waste") && origin.get("stock")), b = c.getBoundingClientRect();
        if (!a || Math.abs(a.left - b.left) + Math.abs(a.top - b.top) < 2) continue;
        const from = { ...fly, transform: `translate(${a.left - b.left}px,${a.top - b.top}px)` };
        c.animate([from, { ...fly, transform: "none" }], { duration: 140, delay: c.closest(".home") ? 25 * n++ : 0, fill: "backwards", easing: "ease-out" });
      }
    }
    origin.clear();
  }

  // Keys.
  const focusable = "button:not(:disabled), .under .card";
  addEventListener("keydown", (e) => {
    if (e.target.matches("input, textarea, select") || e.altKey) return;
    const key = e.key.toLowerCase(), at = document.activeElement;
    const card = at?.matches?.("#game .row button") ? at : null;
    const again = () => e.repeat && (busy || queue.length);
    const button = (name) => { const b = id(name); if (!again()) b && press(b); };
    if (e.ctrlKey || e.metaKey) {
      if (key === "z") button(e.shiftKey ? "redo" : "undo");
      else if (key === "y") button("redo");
      else return;
      return e.preventDefault();
    }
    const digit = /^Digit(\d)$/.exec(e.code);
    if (digit) {
      const n = e.shiftKey ? 10 + +digit[1] : +digit[1] || 10, el = $(`[data-pile=c${n}]`)?.lastElementChild;
      if (el) { el.focus(); tap(el, false); }
    } else if (key === "w") { const el = $(".waste").lastElementChild; el.focus(); tap(el, false); }
    else if (key === "d") button("draw");
    else if (key === "u") button("undo");
    else if (key === "r") button("redo");
    else if (key === "h") button("hint");
    else if (key === "f") { const el = selected() || card; if (el?.value && !e.repeat) { select(null); move(el.value, "f"); } }
    else if (key === "t") { const el = selected() || card; if (el) twin(el)?.classList.toggle("twin"); }
    else if (key === "?") ask(() => ({ verb: "GET", path: id("game").getAttribute("action").replace(/\/moves$/, "?see=keys") }));
    else if (key === "escape") {
      cancel();
      select(null);
      menu.open = false;
      $(".seen .go")?.click();
      return;
    } else if (key.startsWith("arrow")) { if (!step(key.slice(5), at)) return; } else return;
    e.preventDefault();
  });

  // step goes from the card or pile in focus to the next in a direction.
  function step(way, at) {
    if (!at?.closest?.("#game .row")) {
      if (at !== document.body && at !== main) return false;
      return focus($(".tableau button"));
    }
    const pile = pileOf(at), inside = [...pile.querySelectorAll(focusable)], i = inside.indexOf(at);
    const row = $$(pile.closest(".tableau") ? ".tableau > li" : ".upper [data-pile]");
    if (way === "left" || way === "right") return focus(row[(row.indexOf(pile) + (way === "left" ? row.length - 1 : 1)) % row.length].lastElementChild);
    const next = inside[i + (way === "up" ? -1 : 1)];
    if (next) return focus(next);
    const x = at.getBoundingClientRect().left, near = $$(pile.closest(".tableau") ? ".upper [data-pile]" : ".tableau > li")
      .map((p) => [Math.abs(p.getBoundingClientRect().left - x), p]).sort((a, b) => a[0] - b[0])[0][1];
    return focus(near.lastElementChild);
  }
  function focus(el) {
    if (!el.matches("button")) { // a covered card: it shows its face, and is named
      el.tabIndex = -1;
      id("spoken").textContent = el.textContent.trim();
    }
    el.focus();
    return true;
  }

  // Peek: a long press shows the whole face of a covered card, as hovering does.
  let peek;
  const unpeek = () => { clearTimeout(peek); $(".peek")?.classList.remove("peek"); };
  main.addEventListener("pointerdown", (e) => {
    unpeek();
    const el = e.target.closest(".under .card:not(.back), .run .card");
    if (el) peek = setTimeout(() => el.classList.add("peek"), 350);
  });
  for (const name of ["pointerup", "pointercancel", "pointermove"]) main.addEventListener(name, (e) => e.type === "pointermove" && e.pointerType !== "touch" || unpeek());
  main.addEventListener("contextmenu", (e) => e.target.closest(".row") && e.preventDefault());

  // The clock goes on from what the server counted while the player is at the table.
  let started = Date.now();
  setInterval(() => {
    const time = $("time[data-runs]");
    if (!time || document.hidden || Date.now() - started > 12e4) return;
    const s = +time.dataset.runs + Math.floor((Date.now() - started) / 1e3), two = (n) => String(n).padStart(2, "0");
    time.textContent = s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  }, 1e3);

  // A page that comes back from the browser's memory shows the board as it is now.
  addEventListener("pageshow", (e) => e.persisted && ask(() => ({ verb: "GET", path: location.pathname })));
  addEventListener("click", (e) => e.target.closest(".menu > div, .menu summary") || (menu.open = false));
  if (id("board").dataset.new !== undefined) { // a new deal: the cards come from the stock
    const from = id("stock").getBoundingClientRect();
    if (!calm.matches) $$(".tableau .card").forEach((c, i) => {
      const to = c.getBoundingClientRect();
      c.animate([{ ...fly, transform: `translate(${from.left - to.left}px,${from.top - to.top}px)` }, { ...fly, transform: "none" }], { duration: 160, delay: i * 4, fill: "backwards", easing: "ease-out" });
    });
  }
})();
