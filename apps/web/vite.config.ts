import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compress } from "./build/compress.ts";
import { firstPaint } from "./build/first-paint.ts";
import { prerender } from "./build/prerender.ts";
import { pureContract } from "./build/pure-contract.ts";

const root = import.meta.dirname;
/** The modules of public pages; of forms; of lists. */
const SITE = /src[\\/](ui[\\/]layout[\\/](Logo|Public)|features[\\/]site)/;
const FORMS = /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]|src[\\/]ui[\\/]form/;
const LISTS = /src[\\/]ui[\\/](list|filter|date|layout|documento)[\\/]/;

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
          // A page loads some thirty files instead of one for each set of pages that share a module. A group
          // takes the dependencies of its modules too, unless a group of higher priority has them.
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 8 },
            { name: "base", tags: ["$initial"], priority: 7 },
            { name: "icons", test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2, priority: 6 },
            { name: "site", test: SITE, minShareCount: 2, priority: 5 },
            { name: "forms", test: FORMS, minShareCount: 2, priority: 4 },
            { name: "lists", test: LISTS, minShareCount: 3, priority: 3 },
            { name: "library", test: /node_modules[\\/]/, minShareCount: 10, priority: 2 },
            { name: "kit", minShareCount: 5, priority: 1 },
          ],
        },
      },
    },
  },
});
