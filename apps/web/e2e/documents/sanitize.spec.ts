import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { build } from "esbuild";
import type {
  cleanHtml as CleanHtml,
  frameOf as FrameOf,
} from "../../src/features/email/message/sanitise-html.ts";

declare global {
  interface Window {
    sanitiza: { cleanHtml: typeof CleanHtml; frameOf: typeof FrameOf };
  }
}

// The sanitizer uses the browser's own parser, so it is tested in a real browser.
let script = "";
test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [path.resolve(import.meta.dirname, "../../src/features/email/message/sanitise-html.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "sanitiza",
  });
  script = outputFiles[0]?.text ?? "";
});
test.beforeEach(async ({ page }) => {
  await page.setContent("<p>banco de provas</p>");
  await page.addScriptTag({ content: script });
});

const clean = (page: Page, html: string, remotas = false): Promise<{ html: string; remotas: number }> =>
  page.evaluate(
    ([text, allow]) => window.sanitiza.cleanHtml(text as string, allow as boolean),
    [html, remotas],
  );

test("the sanitizer removes all that runs, fetches or asks for input, but keeps text", async ({ page }) => {
  const hostile = [
    "<p>oi</p><script>alert(1)</script>",
    '<p onclick="alert(1)">oi</p>',
    '<img src="x" onerror="alert(1)">oi',
    '<svg onload="alert(1)"><script>alert(1)</script></svg>oi',
    '<math><mtext><table><mglyph><style><img src=x onerror="alert(1)"></style></mglyph></table></mtext></math>oi',
    '<iframe src="https://mal.example"></iframe>oi',
    '<form action="https://mal.example"><input name="senha"></form>oi',
    "<style>@import 'https://mal.example/a.css';</style>oi",
    '<meta http-equiv="refresh" content="0;url=https://mal.example">oi',
    '<base href="https://mal.example/">oi',
    '<video poster="https://mal.example/p"><source src="https://mal.example/v"></video>oi',
    '<p style="background:u\\72l(https://mal.example/x)">oi</p>',
  ];
  for (const html of hostile) {
    const out = await clean(page, html);
    expect(out.html, html).toContain("oi");
    expect(out.html, html).not.toMatch(
      /alert|mal\.example|<(script|svg|iframe|form|input|style|meta|base)\b|\son\w+=/i,
    );
  }
});

test("links in an e-mail open an external page or have no target", async ({ page }) => {
  for (const href of [
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
  ]) {
    expect((await clean(page, `<a href="${href}">oi</a>`)).html).not.toContain("href");
  }
  const { html } = await clean(page, '<a href="https://portal.example/boleto">boleto</a>');
  expect(html).toContain('href="https://portal.example/boleto"');
  expect(html).toContain('target="_blank"');
  expect(html).toContain("noopener noreferrer nofollow");
});

test("remote images in an e-mail are counted and blocked; embedded ones are shown", async ({ page }) => {
  const email =
    '<img src="https://longe.example/p.gif"><img src="http://longe.example/q.gif">' +
    '<table background="https://longe.example/f.png"><tr><td>oi</td></tr></table>' +
    '<img src="data:image/png;base64,AAAA"><img src="cid:faixa">';
  const closed = await clean(page, email);
  expect(closed.remotas).toBe(3);
  expect(closed.html).not.toContain("longe.example");
  expect(closed.html).toContain("data:image/png;base64,AAAA");
  const open = await clean(page, email, true);
  expect(open.html).toContain("https://longe.example/q.gif");
  expect(open.html).not.toContain("http://longe");
  expect(open.html).toContain('referrerpolicy="no-referrer"');
});

test("a style keeps its look but loses declarations that fetch or cover the page", async ({ page }) => {
  const { html } = await clean(
    page,
    '<p style="color:red; background:url(https://longe.example/x); position:fixed; margin:4px">oi</p>',
  );
  expect(html).toMatch(/color:\s*red/);
  expect(html).toMatch(/margin:\s*4px/);
  expect(html).not.toMatch(/url|fixed|longe/);
});

test("the content security policy of the frame blocks what the sanitizer misses", async ({ page }) => {
  const frame = (allow: boolean): Promise<string> =>
    page.evaluate((remotas) => window.sanitiza.frameOf({ html: "<p>oi</p>", remotas: 1 }, remotas), allow);
  expect(await frame(false)).toContain("default-src 'none'; img-src data:;");
  expect(await frame(false)).not.toContain("script-src");
  expect(await frame(true)).toContain("img-src data: https:;");
});
