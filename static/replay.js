// Comfort for a replay: a button plays it, space too; arrow keys step. Without it the links do the same.
(() => {
  const id = (s) => document.getElementById(s);
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  let playing = false, timer = 0;
  const over = () => "over" in id("play").dataset;
  const show = () => {
    const button = id("play");
    button.textContent = playing ? button.dataset.pause : button.dataset.play;
  };
  const stop = () => { playing = false; clearTimeout(timer); show(); };
  const next = () => id(over() ? "first" : "next").click();
  const toggle = () => { if (playing) return stop(); playing = true; show(); next(); };

  document.documentElement.classList.add("plays");
  addEventListener("htmx:afterSwap", show);
  // the next step begins when this one is on the page, however slow the network is
  addEventListener("htmx:afterSettle", () => {
    if (playing && over()) stop();
    if (playing) timer = setTimeout(next, 700);
  });
  for (const failed of ["htmx:sendError", "htmx:responseError"]) addEventListener(failed, stop);
  addEventListener("click", (e) => { if (e.target.id === "play") toggle(); else if (e.isTrusted && playing) stop(); });
  addEventListener("keydown", (e) => {
    if (e.target.matches("input") || e.ctrlKey || e.altKey || e.metaKey) return;
    if (keys[e.key]) { stop(); id(keys[e.key]).click(); }
    else if (e.key === " " && !e.target.matches("button, summary, a")) toggle();
    else return;
    e.preventDefault();
  });
  show();
})();
