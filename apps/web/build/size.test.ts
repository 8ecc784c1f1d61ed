import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

type Chunk = { file: string; imports?: string[]; css?: string[] };

const dist = path.resolve(import.meta.dirname, "../dist");
const built = fs.existsSync(path.join(dist, ".vite/manifest.json"));
const KB = 1024;

/** All files that an entry loads before it renders, added to those already loaded. */
function load(manifest: Record<string, Chunk>, entry: string, already = new Set<string>()): Set<string> {
  const chunk = manifest[entry];
  if (!chunk || already.has(chunk.file)) return already;
  already.add(chunk.file);
  for (const css of chunk.css ?? []) already.add(css);
  for (const next of chunk.imports ?? []) load(manifest, next, already);
  return already;
}

function sizeOf(files: Iterable<string>, extension: string): number {
  const sizes = [...files]
    .filter((file) => file.endsWith(extension))
    .map((file) => gzipSync(fs.readFileSync(path.join(dist, file))).length);
  return sizes.reduce((sum, size) => sum + size, 0) / KB;
}

// Budgets in gzip KB, measured with the same libraries; a page counts what it adds to the first load.
describe.skipIf(!built)("page sizes (needs apps/web/dist)", () => {
  const manifest: Record<string, Chunk> = built
    ? JSON.parse(fs.readFileSync(path.join(dist, ".vite/manifest.json"), "utf8"))
    : {};
  const first = load(manifest, "index.html");
  const beyond = (...pages: string[]): Set<string> => {
    const all = pages.reduce((files, page) => load(manifest, page, files), new Set(first));
    return new Set([...all].filter((file) => !first.has(file)));
  };
  const SHELL = "src/app/shell/Shell.tsx";

  test("the first load is at most 119 KB of script and 22 KB of style", () => {
    expect(sizeOf(first, ".js")).toBeLessThan(119);
    expect(sizeOf(first, ".css")).toBeLessThan(22);
  });

  // Home is readable without a script (see site.test.ts); this is the script that hydrates it.
  // Sign-in was 45 KB before passkeys; the limit for a route is 60 KB.
  test("the home page adds at most 16 KB, the sign-in page 47 KB", () => {
    expect(sizeOf(beyond("src/pages/public/HomePage.tsx"), ".js")).toBeLessThan(16);
    expect(sizeOf(beyond("src/pages/public/LoginPage.tsx"), ".js")).toBeLessThan(47);
  });

  test("the pages of the public tasks add at most 60 KB", () => {
    for (const page of [
      "public/CreateContaPage",
      "public/PasswordPage",
      "public/ForgotPasswordPage",
      "public/ContactPage",
      "public/DownloadPage",
    ]) {
      expect(sizeOf(beyond(`src/pages/${page}.tsx`), ".js"), page).toBeLessThan(60);
    }
  });

  // Menus, panels and tabs load after the page: overlays are as large as the rest of the shell.
  test("the shell adds at most 30 KB, the list of notas 30 KB more, the shell with any page 67 KB", () => {
    const frame = sizeOf(beyond(SHELL), ".js");
    expect(frame).toBeLessThan(30);
    expect(
      sizeOf(beyond(SHELL, "src/pages/documents/NotasPage.tsx"), ".js") - frame,
      "the list itself",
    ).toBeLessThan(30);
    for (const page of [
      "documents/PainelPage",
      "documents/NotasPage",
      "documents/NotaPage",
      "documents/FilterPage",
      "files/ImportacaoPage",
      "documents/AuditorPage",
      "documents/AuditorRegistroPage",
      "documents/EmailsPage",
      "documents/EmailPage",
      "admin/AdminPage",
      "admin/EmpresaPage",
      "admin/CertificadoPage",
      "admin/CaixaPage",
      "admin/UsuarioPage",
      "admin/AccountPage",
    ]) {
      const all = sizeOf(beyond(SHELL, `src/pages/${page}.tsx`), ".js");
      // The limit was 66 KB until the operator's pages shared modules with other pages: each shared module
      // is a file with its own overhead.
      expect(all, page).toBeLessThan(67);
    }
    for (const page of ["overview/OverviewPage", "queues/QueuesPage", "BackupsPage"]) {
      const all = sizeOf(
        beyond(SHELL, "src/pages/admin/OperatorPage.tsx", `src/features/operation/${page}.tsx`),
        ".js",
      );
      expect(all, page).toBeLessThan(66);
    }
    for (const tab of ["empresa/list/EmpresasTab", "caixa/list/CaixasTab"]) {
      const all = sizeOf(beyond(SHELL, "src/pages/admin/AdminPage.tsx", `src/features/${tab}.tsx`), ".js");
      expect(all, tab).toBeLessThan(66);
    }
  });
});
