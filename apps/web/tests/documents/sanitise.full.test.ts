import { expect, test } from "vitest";
import { cleanHtml, frameOf } from "../../src/features/email/message/sanitise-html.ts";

// The sanitizer uses the browser's own parser, so it is tested in a real browser.

test.each([
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
])("the sanitizer removes all that runs, fetches or asks for input, but keeps text: %s", (hostile) => {
  const { html } = cleanHtml(hostile, false);
  expect(html).toContain("oi");
  expect(html).not.toMatch(/alert|mal\.example|<(script|svg|iframe|form|input|style|meta|base)\b|\son\w+=/i);
});

test.each(["javascript:alert(1)", " JaVaScRiPt:alert(1)", "data:text/html,x", "file:///etc/passwd"])(
  "a link in an e-mail to “%s” has no target",
  (href) => {
    expect(cleanHtml(`<a href="${href}">oi</a>`, false).html).not.toContain("href");
  },
);

test("a link in an e-mail to an external page opens it in another tab", () => {
  const { html } = cleanHtml('<a href="https://portal.example/boleto">boleto</a>', false);
  expect(html).toContain('href="https://portal.example/boleto"');
  expect(html).toContain('target="_blank"');
  expect(html).toContain("noopener noreferrer nofollow");
});

test("remote images in an e-mail are counted and blocked; embedded ones are shown", () => {
  const email =
    '<img src="https://longe.example/p.gif"><img src="http://longe.example/q.gif">' +
    '<table background="https://longe.example/f.png"><tr><td>oi</td></tr></table>' +
    '<img src="data:image/png;base64,AAAA"><img src="cid:faixa">';
  const closed = cleanHtml(email, false);
  expect(closed.remotas).toBe(3);
  expect(closed.html).not.toContain("longe.example");
  expect(closed.html).toContain("data:image/png;base64,AAAA");
  const open = cleanHtml(email, true);
  expect(open.html).toContain("https://longe.example/q.gif");
  expect(open.html).not.toContain("http://longe");
  expect(open.html).toContain('referrerpolicy="no-referrer"');
});

test("a style keeps its look but loses declarations that fetch or cover the page", () => {
  const { html } = cleanHtml(
    '<p style="color:red; background:url(https://longe.example/x); position:fixed; margin:4px">oi</p>',
    false,
  );
  expect(html).toMatch(/color:\s*red/);
  expect(html).toMatch(/margin:\s*4px/);
  expect(html).not.toMatch(/url|fixed|longe/);
});

test("the content security policy of the frame blocks what the sanitizer misses", () => {
  const frame = (allow: boolean): string => frameOf({ html: "<p>oi</p>", remotas: 1 }, allow);
  expect(frame(false)).toContain("default-src 'none'; img-src data:;");
  expect(frame(false)).not.toContain("script-src");
  expect(frame(true)).toContain("img-src data: https:;");
});
