import { expect, test } from "vitest";
import { renderTemplate, type Site } from "./render-page.ts";

const blocks = {
  faixa: {
    max: 1,
    antes: "<ul>",
    depois: "</ul>",
    itens: {
      "": "<li>%%nome%%</li>",
      site: '<li><a href="%%site%%">%%nome%%</a></li>',
    },
  },
};
const HTML =
  '<head><!--endereco--><link rel="canonical" href="%%url%%/home"><!--/endereco--><!--clientes--></head>%%clientes:faixa%%.';
const EMPTY_SITE: Site = { publicUrl: null, customers: [], isDemo: false };

test("without a public address and customers, the page shows neither", () => {
  expect(renderTemplate(HTML, EMPTY_SITE, blocks)).toBe("<head></head>.");
});

test("a page with a public address has its canonical link", () => {
  const html = renderTemplate(HTML, { ...EMPTY_SITE, publicUrl: "https://malote.exemplo.test" }, blocks);
  expect(html).toContain('<link rel="canonical" href="https://malote.exemplo.test/home">');
});

test("customers are shown in their block, up to its limit, and passed to the application", () => {
  const clientes = [{ nome: "Padaria Aurora", site: "https://aurora.test" }, { nome: "Outra" }];
  const html = renderTemplate(HTML, { ...EMPTY_SITE, customers: clientes }, blocks);
  expect(html).toContain('<ul><li><a href="https://aurora.test">Padaria Aurora</a></li></ul>');
  expect(html).toContain("Outra&quot;");
  expect(html).toContain('<meta name="malote:clientes"');
});

test("a customer's name is escaped, whatever it contains", () => {
  const clientes = [{ nome: `<script>alert("a")</script> & $& %%site%%` }];
  const html = renderTemplate(HTML, { ...EMPTY_SITE, customers: clientes }, blocks);
  expect(html).not.toContain("<script>");
  expect(html).toContain("&lt;script&gt;alert(&quot;a&quot;)&lt;/script&gt; &amp; $&amp; %%site%%</li>");
});

test("a placeholder without a block stays empty", () => {
  expect(renderTemplate("%%clientes:nada%%", { ...EMPTY_SITE, customers: [{ nome: "A" }] }, blocks)).toBe("");
});

test("only the pages of a demo have its entrance", () => {
  const html = '<head><!--demonstracao--></head><p class="x" data-demonstracao="true"><a>Entrar</a></p>.';
  expect(renderTemplate(html, EMPTY_SITE, blocks)).toBe("<head></head>.");
  const demo = renderTemplate(html, { ...EMPTY_SITE, isDemo: true }, blocks);
  expect(demo).toContain('<meta name="malote:demonstracao" content="1">');
  expect(demo).toContain("<a>Entrar</a>");
});
