import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compress } from "./build/compress.ts";
import { firstPaint } from "./build/first-paint.ts";
import { prerender } from "./build/prerender.ts";
import { pureContract } from "./build/pure-contract.ts";

const root = import.meta.dirname;
type Graph = { getModuleInfo: (id: string) => { importers: string[] } | null };
const publicModules = new Map<string, boolean>();

/** Whether a public page imports the module, itself or through others. */
function isPublic(id: string, graph: Graph): boolean {
  const known = publicModules.get(id);
  if (known !== undefined) return known;
  publicModules.set(id, false); // ends a circle of imports
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const found = importers.some((each) => /src[\\/]pages[\\/]public/.test(each) || isPublic(each, graph));
  publicModules.set(id, found);
  return found;
}

export default defineConfig({
  root,
  plugins: [react(), pureContract(), firstPaint(), prerender(), compress()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    target: "baseline-widely-available",
    rolldownOptions: {
      // These packages have no side effects: an unused contract schema must not bring zod to the first
      // page.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]packages[\\/](contract|syntax)[\\/]/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What four signed-in pages share is one file, not one for each set of pages that share a module.
          // Public pages keep small files: a visitor sees few of them.
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            { name: "base", tags: ["$initial"], priority: 3 },
            { name: "icons", test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2, priority: 2 },
            { name: (id, graph) => (isPublic(id, graph) ? null : "kit"), minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});
