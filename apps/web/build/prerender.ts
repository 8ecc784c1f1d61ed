import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type ResolvedConfig } from "vite";
import type * as Renderer from "../src/prerender.tsx";
import { criticalCss } from "./critical-css.ts";
import { fileOf, PRELOADED, PRERENDERED, type PrerenderedPage } from "./page-list.ts";

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Dist = { dir: string; index: string; manifest: Record<string, Chunk> };

const ENTRY = "src/prerender.tsx";
const SCRIPT = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;
const STYLES = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;
const PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g;
const NOSCRIPT = /\s*<noscript>[\s\S]*?<\/noscript>/;

/**
 * Prerenders the public pages: content and critical styles are in the file, the application loads
 * later. Signed-in pages get a file that preloads all their parts. .vite/paginas.json maps each
 * route to its file.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "prerender",
    apply: (options, { command }) => command === "build" && !options.build?.ssr,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler(failure?: Error) {
        if (failure) return; // the bundler reports it
        const dist = await openDist(path.resolve(config.root, config.build.outDir));
        const renderer = await buildRenderer(config.root);
        for (const page of PRERENDERED) await writePrerendered(dist, renderer, page);
        for (const [route, modules] of Object.entries(PRELOADED)) {
          const html = withFrame(dist.index, await renderer.renderFrame(route));
          await fs.writeFile(path.join(dist.dir, fileOf(route)), withParts(dist, html, modules));
        }
        await fs.writeFile(path.join(dist.dir, ".vite/paginas.json"), JSON.stringify(listOf(renderer)));
      },
    },
  };
}

async function openDist(dir: string): Promise<Dist> {
  const index = await fs.readFile(path.join(dir, "index.html"), "utf8");
  const manifest = JSON.parse(await fs.readFile(path.join(dir, ".vite/manifest.json"), "utf8"));
  return { dir, index, manifest };
}

/** Builds the pages as a Node module in a temporary folder, and loads it. */
async function buildRenderer(root: string): Promise<typeof Renderer> {
  const outDir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-escritora-"));
  try {
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      publicDir: false,
      plugins: [react()],
      ssr: { noExternal: true },
      build: { ssr: ENTRY, outDir, emptyOutDir: true, minify: false },
    });
    return (await import(pathToFileURL(path.join(outDir, "prerender.js")).href)) as typeof Renderer;
  } finally {
    await fs.rm(outDir, { recursive: true, force: true });
  }
}

async function writePrerendered(dist: Dist, renderer: typeof Renderer, page: PrerenderedPage): Promise<void> {
  const { route, mode, modules } = page;
  const markup = await renderer.renderPage(route);
  const files = loadOf(dist.manifest, ["index.html", ...modules]);
  const sheets = await Promise.all(
    files
      .filter((file) => file.endsWith(".css"))
      .map((file) => fs.readFile(path.join(dist.dir, file), "utf8")),
  );
  const html = (mode === "documento" ? document : task)(dist, { markup, modules, mode });
  const css = criticalCss(sheets.join(""), html + (html.includes("%%clientes:") ? everyBlock(renderer) : ""));
  const head = `${headOf(route, renderer.metaOf(route))}<style>${css}</style></head>`;
  const whole = html
    .replace(/\s*<title>[^<]*<\/title>/, "")
    .replace(/\s*<meta\s+name="description"[^>]*>/, "")
    .replace("</head>", () => head);
  await fs.writeFile(path.join(dist.dir, fileOf(route)), whole);
}

/** The markup that the server may insert. */
function everyBlock(renderer: typeof Renderer): string {
  const blocks = Object.values(renderer.renderBlocks());
  return blocks.map(({ antes, itens, depois }) => antes + Object.values(itens).join("") + depois).join("");
}

type PageBody = { markup: string; modules: readonly string[]; mode: string };

/** A page to read: public/inicio.js loads the application later. */
function document({ index }: Dist, pageBody: PageBody): string {
  return withMarkup(withoutApplication(index, pageBody).replace(NOSCRIPT, ""), pageBody);
}

/** A page with a form: the form is painted first, then everything that the application needs is fetched. */
function task({ index, manifest }: Dist, pageBody: PageBody): string {
  const entry = loadOf(manifest, ["index.html"]).filter((file) => file.endsWith(".js"));
  const files = loadOf(manifest, pageBody.modules).filter((file) => !index.includes(file));
  const links = [
    ...entry.map((file) => linkTo(file).replace(" rel=", " data-parte data-depois=")),
    ...files.map((file) => linkTo(file).replace(" rel=", " data-depois=")),
  ];
  // Without scripts a GET form would put the typed values into the URL.
  const markup = pageBody.markup.replaceAll("<form ", '<form method="post" ');
  const html = withoutApplication(index, pageBody).replace("</head>", () => `${links.join("")}</head>`);
  return withMarkup(html, { ...pageBody, markup });
}

function withoutApplication(index: string, { mode }: PageBody): string {
  const src = SCRIPT.exec(index)?.[1] ?? "";
  const boot = `<link data-aplicacao data-src="${src}" data-modo="${mode}" /><script src="/inicio.js" defer></script></head>`;
  const bare = index.replace(SCRIPT, "").replace(PRELOADS, "");
  return withStylesLater(bare).replace("</head>", () => boot);
}

function withMarkup(html: string, { markup, mode }: PageBody): string {
  return html.replace('<div id="root"></div>', () => `<div id="root" data-escrita="${mode}">${markup}</div>`);
}

/**
 * The whole stylesheet does not block the page: it loads after the first paint and before the application
 * mounts (app/mount-application.tsx).
 */
function withStylesLater(html: string): string {
  return html.replace(STYLES, '<link data-depois="preload" as="style" href="$1" data-estilos />');
}

/**
 * The frame is painted at once; it takes no input, because the application replaces it. It is that of a wide
 * screen: a phone shows nothing until the application is there, nor does a page in another language.
 */
function withFrame(html: string, frame: string): string {
  const hidden =
    "@media (max-width:639px){[data-moldura]{display:none}}[data-idioma] [data-moldura]{display:none}";
  const inert = `<style>${hidden}</style><div inert aria-hidden="true" data-moldura>${frame}</div>`;
  return html.replace('<div id="root"></div>', () => `<div id="root">${inert}</div>`);
}

/** Names every part of a page in its head, so that no part waits for another. */
function withParts({ manifest }: Dist, html: string, modules: readonly string[]): string {
  const missing = loadOf(manifest, modules).filter((file) => !html.includes(file));
  const links = missing.map((file) => (file.endsWith(".css") ? styles(file) : linkTo(file)));
  return html.replace("</head>", () => `${links.join("")}</head>`);
}

const styles = (file: string): string => `<link rel="stylesheet" href="/${file}" crossorigin />`;

const linkTo = (file: string): string =>
  file.endsWith(".css")
    ? `<link rel="preload" as="style" href="/${file}" crossorigin />`
    : `<link rel="modulepreload" href="/${file}" crossorigin />`;

/** All files that the modules load, dependencies first. @throws for a module without its own chunk */
function loadOf(manifest: Record<string, Chunk>, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`page-list.ts names ${name}, which has no chunk of its own`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) add(next);
    if (chunk.file.endsWith(".js")) files.add(chunk.file);
  };
  for (const name of modules) add(name);
  return [...files];
}

/**
 * Title, description and link preview. The server keeps the part with the public address only when it has
 * one.
 */
function headOf(
  route: string,
  { titulo: title, descricao: description }: { titulo: string; descricao: string },
): string {
  const property = (name: string, content: string): string =>
    `<meta property="og:${name}" content="${content}" />`;
  const [t, d] = [escapeAttribute(title), escapeAttribute(description)];
  return [
    `<title>${t}</title>`,
    `<meta name="description" content="${d}" />`,
    property("type", "website"),
    property("site_name", "Malote"),
    property("locale", "pt_BR"),
    property("title", t),
    property("description", d),
    '<meta name="twitter:card" content="summary_large_image" />',
    "<!--endereco-->",
    `<link rel="canonical" href="%%url%%${route}" />`,
    property("url", `%%url%%${route}`),
    property("image", "%%url%%/cartao.png"),
    "<!--/endereco-->",
  ].join("");
}

const escapeAttribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/**
 * [route, file, whether search engines index it] and the customer blocks; read by the server
 * (http/spa/spa-router.ts).
 */
function listOf(renderer: typeof Renderer): object {
  const prerendered = PRERENDERED.flatMap(({ route, alsoRoute }) => [
    [route, fileOf(route), true],
    ...(alsoRoute ? [[alsoRoute, fileOf(route), false]] : []),
  ]);
  const preloaded = Object.keys(PRELOADED).map((route) => [route, fileOf(route), false]);
  return { rotas: [...prerendered, ...preloaded], blocos: renderer.renderBlocks() };
}
