// Plays a little in Firefox by WebDriver BiDi and says what it finds, as JSON, or fails with the reason.
//   node firefox.mjs <puppeteer-core.js> <firefox> <url of the site>
import { pathToFileURL } from "node:url";

const [library, firefox, site] = process.argv.slice(2);
const { default: puppeteer } = await import(pathToFileURL(library));
const browser = await puppeteer.launch({
  browser: "firefox", executablePath: firefox, headless: true,
  extraPrefsFirefox: { "widget.gtk.overlay-scrollbars.enabled": false, "widget.non-native-theme.scrollbar.size.override": 16 },
});
const wrong = [], seen = {};
const check = (what, ok, got) => { seen[what] = got ?? ok; if (!ok) wrong.push(`${what}: ${JSON.stringify(got)}`); };
try {
  const page = await browser.newPage();
  page.on("console", (m) => wrong.push(`console ${m.type()}: ${m.text()}`));
  page.on("pageerror", (e) => wrong.push(`error: ${e.message}`));
  page.on("requestfailed", (r) => { // icons come after the page, and those under way are given up with it
    const why = r.failure()?.errorText ?? "";
    if (!(/\/icon/.test(r.url()) && /abort/i.test(why))) wrong.push(`failed: ${r.url()} ${why}`);
  });
  page.on("request", (r) => r.url().startsWith(site) || r.url().startsWith("data:") || wrong.push(`a request to ${r.url()}`));
  await page.evaluateOnNewDocument(() => {
    window.reports = [];
    addEventListener("securitypolicyviolation", (e) => window.reports.push(`${e.violatedDirective} ${e.blockedURI}`));
  });
  const open = async (path) => { await page.goto(site + path, { waitUntil: "load" }); };
  const moves = () => page.$eval(".facts span", (e) => parseInt(e.textContent));
  const made = async (n, what) => {
    await page.waitForFunction((n) => parseInt(document.querySelector(".facts span").textContent) === n && !document.querySelector(".htmx-request, .taken"), { timeout: 8000 }, n)
      .catch(async () => wrong.push(`${what}: ${await moves()} moves instead of ${n}`));
    await new Promise((done) => setTimeout(done, 250)); // the cards glide to their places
  };
  const post = (path, pairs) => page.evaluate(async (path, pairs) => new URL((await fetch(path, { method: "POST", body: new URLSearchParams(pairs) })).url).pathname, path, pairs);
  const middle = (selector) => page.$eval(selector, (e) => {
    const r = e.getBoundingClientRect();
    return { x: r.left + r.width / 2, y: r.top + Math.min(r.height / 2, 12) };
  });

  await page.setViewport({ width: 1280, height: 800 });
  await open("/");
  await page.click(".start button[value=lucas]");
  await page.waitForSelector("#game");
  check("thirteen columns", (await page.$$(".column")).length === 13);
  await made(0, "the deal");

  const single = await page.$$eval(".column > button[data-to]", (all) => all.find((e) => e.dataset.go ?? !e.dataset.to.includes(" ")).id).catch(() => null);
  check("a card with one place to go", !!single);
  await page.click(`#${single}`);
  await made(1, "a tap");
  await page.keyboard.press("d");
  await made(2, "a drawing key");
  await page.keyboard.press("u");
  await made(1, "an undo key");
  await page.click("#undo");
  await made(0, "the undo button");

  const drag = await page.$eval(".column > button[data-to]", (e) => ({ from: e.id, to: e.dataset.to.split(" ")[0] })).catch(() => null);
  check("a card to drag", !!drag);
  const a = await middle(`#${drag.from}`), b = await middle(drag.to === "f" ? `.home:nth-child(${2 * "CDHS".indexOf(drag.from[2]) + 1}) > button` : `[data-pile=${drag.to}] > button`);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  check("a dragged card follows", await page.$eval(`#${drag.from}`, (e) => e.classList.contains("drag") && e.style.transform !== ""));
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
  await made(1, "a drag");

  const board = new URL(page.url()).pathname;
  for (const [width, height] of [[360, 640], [320, 568], [667, 375], [1280, 800]]) {
    for (const bar of [false, true]) {
      await page.setViewport({ width, height });
      await page.evaluate((bar) => { document.documentElement.style.overflowY = bar ? "scroll" : ""; }, bar);
      const out = await page.evaluate(() => {
        const root = document.documentElement, width = root.clientWidth;
        const out = [...document.querySelectorAll("#game .card, #game .slot, .tools button")].filter((e) => {
          const r = e.getBoundingClientRect();
          return r.left < -1 || r.right > width + 1 || r.width < 15 || r.bottom > innerHeight + 1;
        }).map((e) => e.outerHTML.slice(0, 80));
        if (root.scrollWidth > width) out.push(`scrolls to ${root.scrollWidth} of ${width}`);
        return { out, bar: innerWidth - width };
      });
      check(`nothing is cut at ${width} x ${height}${bar ? " with a scroll bar" : ""}`, out.out.length === 0 && (!bar || out.bar > 8), out);
    }
  }
  await page.evaluate(() => document.documentElement.removeAttribute("style"));
  await page.setViewport({ width: 1280, height: 800 });

  // What the style sheets rest on.
  const style = (selector, name) => page.$eval(selector, (e, name) => getComputedStyle(e).getPropertyValue(name), name);
  for (const theme of ["light", "dark"]) {
    await post("/settings", { theme });
    await open(board);
    check(`light-dark() in ${theme}`, (await style(".column > .card", "background-color")) === { light: "rgb(253, 252, 248)", dark: "rgb(35, 40, 45)" }[theme], await style(".column > .card", "background-color"));
  }
  const w = await style("#game", "--w");
  check("@property and container units", /^[\d.]+px$/.test(w) && Math.abs(parseFloat(w) - (await page.$eval("#stock", (e) => e.offsetWidth))) < 1, w);
  check("touch-action", (await style("button.card", "touch-action")) === "pinch-zoom", await style("button.card", "touch-action"));
  check("CSS.supports", await page.evaluate(() => CSS.supports("selector(:has(a))") && CSS.supports("width: 1cqb") && CSS.supports("overflow: clip") && CSS.supports("color: light-dark(red, blue)")));
  const strip = await page.$eval(".under .card", (e) => ({ strip: e.getBoundingClientRect().height, letter: parseFloat(getComputedStyle(e.firstElementChild).fontSize) }));
  check("a strip shows its letter", strip.letter <= strip.strip, strip);

  // A finger.
  await post("/settings", { theme: "auto", tap: "smart" });
  await page.setViewport({ width: 360, height: 640, hasTouch: true });
  await open(board);
  const before = await moves();
  const at = await middle("#draw");
  await page.touchscreen.tap(at.x, at.y);
  await made(before + 1, "a tap of a finger");

  for (const path of ["/", "/rules", "/rules/lucas", "/settings"]) {
    await open(path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    check(`${path} is no wider than the window`, wide <= 0, wide);
  }
  const reports = await page.evaluate(() => window.reports);
  check("reports of the content policy", reports.length === 0, reports);
} catch (e) {
  wrong.push(String(e.stack || e));
} finally {
  await browser.close();
}
console.log(JSON.stringify({ wrong, seen }, null, 1));
process.exit(wrong.length ? 1 : 0);
