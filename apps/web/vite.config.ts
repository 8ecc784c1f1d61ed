import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { SharedChunks } from "./build/chunks.ts";
import { compress } from "./build/compress.ts";
import { firstPaint } from "./build/first-paint.ts";
import { languages } from "./build/languages.ts";
import { prerender } from "./build/prerender.ts";
import { pureContract } from "./build/pure-contract.ts";

const root = import.meta.dirname;
const chunks = new SharedChunks();

export default defineConfig({
  root,
  plugins: [react(), pureContract(), firstPaint(), languages(), prerender(), compress()],
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
          // What four pages share is in few files: six connections of HTTP/1.1 fetch many small ones slowly.
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            { name: "base", tags: ["$initial"], priority: 3 },
            { name: "zod", test: /node_modules[\\/]zod[\\/]/, priority: 2 },
            { name: "icons", test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2, priority: 2 },
            { name: (id, graph) => chunks.nameOf(id, graph), minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});
