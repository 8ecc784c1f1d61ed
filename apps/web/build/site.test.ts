import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { faqEntries } from "../src/texts/site/faq.ts";
import { pageMetas } from "../src/texts/site/site.ts";
import { criticalCss } from "./critical-css.ts";
import { fileOf, PRELOADED, PRERENDERED } from "./page-list.ts";

const dist = path.resolve(import.meta.dirname, "../dist");
const built = fs.existsSync(path.join(dist, ".vite/manifest.json"));
const KB = 1024;

const read = (file: string): string => fs.readFileSync(path.join(dist, file), "utf8");
/** The visible text of a page. */
const wordsOf = (html: string): string =>
  html
    .slice(html.indexOf("<body"))
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");

describe.skipIf(!built)("the prerendered pages (needs apps/web/dist)", () => {
  test.each(PRERENDERED)(
    "the page $rota has title, description and content without a script",
    ({ route }) => {
      const html = read(fileOf(route));
      const { titulo, descricao } = pageMetas[route as keyof typeof pageMetas];
      expect(html.match(/<title>([^<]*)<\/title>/g)).toEqual([`<title>${titulo}</title>`]);
      expect(html.match(/<meta name="description" content="([^"]*)"/)?.[1]).toBe(descricao);
      expect(html).toContain(`<link rel="canonical" href="%%url%%${route}"`);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(wordsOf(html).length).toBeGreaterThan(100);
      // The server's content security policy blocks inline scripts; only data is allowed.
      const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) =>
        attributes?.trim(),
      );
      expect(inline.every((attributes) => attributes === 'type="application/ld+json"')).toBe(true);
    },
  );

  test("no prerendered page waits for the application: a form page only lists the files to load after first paint", () => {
    for (const { route, mode } of PRERENDERED) {
      const html = read(fileOf(route));
      expect(html, route).toMatch(/<link data-aplicacao data-src="\/assets\/index-/);
      expect(html, route).not.toMatch(/<script type="module"/);
      expect(html, route).not.toMatch(/<link rel="(modulepreload|stylesheet)"/);
      expect(html.match(/<link rel="preload" [^>]*>/g), route).toEqual([
        expect.stringContaining('as="font"'),
      ]);
      const named = [...html.matchAll(/<link (?:data-parte )?data-depois="modulepreload" href="\/([^"]+)"/g)];
      expect(named.length > 10, route).toBe(mode === "tarefa");
      for (const [, file = ""] of named) expect(fs.existsSync(path.join(dist, file)), file).toBe(true);
      if (mode === "tarefa") expect(html.match(/<form (?!method="post")/g), route).toBeNull();
    }
  });

  test("a public page has at most 15 KB without the application, picture and font", () => {
    for (const { route } of PRERENDERED) {
      const html = read(fileOf(route));
      const before = brotliCompressSync(html).length + brotliCompressSync(read("antes.js")).length;
      expect(before / KB, route).toBeLessThan(15);
    }
  });

  test("the FAQ data for search engines equals the answers on the page", () => {
    const html = read("faq.html");
    const json = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";
    const data = JSON.parse(json) as {
      mainEntity: { name: string; acceptedAnswer: { text: string } }[];
    };
    expect(data.mainEntity).toHaveLength(faqEntries.length);
    const words = wordsOf(html);
    for (const { name, acceptedAnswer } of data.mainEntity) {
      expect(words).toContain(name);
      for (const paragraph of acceptedAnswer.text.split("\n")) expect(words).toContain(paragraph);
    }
  });

  test("the home page lists the five plans without a price", () => {
    const words = wordsOf(read("home.html"));
    for (const planRange of [
      "até 1.000",
      "1.000 a 2.000",
      "2.000 a 4.000",
      "4.000 a 6.000",
      "6.000 a 10.000",
    ]) {
      expect(words).toContain(`${planRange} DF-e por mês`);
    }
    expect(words).not.toMatch(/R\$/);
  });

  test("the build names no customer, only the placeholders for the operator's list of customers", () => {
    expect(read("home.html")).toContain("%%clientes:faixa%%");
    expect(read("quem_utiliza.html")).toContain("%%clientes:lista%%");
  });

  test("a signed-in page lists all its scripts and styles for preload in its head", () => {
    for (const route of Object.keys(PRELOADED)) {
      const html = read(fileOf(route));
      expect(html, route).toMatch(/<link rel="modulepreload" href="\/assets\/Shell-/);
      expect(html, route).toMatch(/<link rel="stylesheet" href="\/assets\/Shell-/);
      for (const [, file = ""] of html.matchAll(/href="\/(assets\/[^"]+)"/g)) {
        expect(fs.existsSync(path.join(dist, file)), file).toBe(true);
      }
    }
  });

  test("a signed-in page shows its frame, without data and closed to input, before any script runs", () => {
    for (const route of Object.keys(PRELOADED)) {
      const html = read(fileOf(route));
      const frame = html.slice(html.indexOf('<div inert aria-hidden="true" data-moldura>'));
      expect(wordsOf(`<body>${frame}`), route).toContain("Painel DF-e emitidos DF-e recebidos");
      expect(frame, route).toMatch(/<main [^>]*><\/main>/);
    }
  });

  test("every script and stylesheet has compressed copies with the same content", () => {
    const files = fs
      .readdirSync(path.join(dist, "assets"))
      .filter((name) => /^index-.*\.(js|css)$/.test(name));
    expect(files.length).toBeGreaterThan(1);
    for (const name of files) {
      const file = path.join(dist, "assets", name);
      const content = fs.readFileSync(file);
      expect(brotliDecompressSync(fs.readFileSync(`${file}.br`)).equals(content), name).toBe(true);
      expect(gunzipSync(fs.readFileSync(`${file}.gz`)).equals(content), name).toBe(true);
    }
  });
});

test.each([
  [".a{color:red}.b{color:red}", ".a{color:red}"],
  [".a:hover,.b:hover{color:red}", ".a:hover{color:red}"],
  [".a[data-error]{color:red}", ""],
  [".a:not([data-error]){color:red}", ".a:not([data-error]){color:red}"],
  [".a :is(h2,h3){color:red}", ".a :is(h2,h3){color:red}"],
  [".a :is(h4,h5){color:red}", ""],
  [":root{--x:1;--y:2}.a{margin:var(--x)}", ":root{--x:1;}.a{margin:var(--x)}"],
  ["@media print{.b{color:red}}", ""],
  [
    ':root[data-mantine-color-scheme="dark"] .a{color:red}',
    ':root[data-mantine-color-scheme="dark"] .a{color:red}',
  ],
])("the style sheet %s is reduced to the rules that the page needs", (css, kept) => {
  expect(criticalCss(css, '<div class="a"><h2>x</h2></div>')).toBe(kept);
});
