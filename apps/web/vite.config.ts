import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compress } from "./build/compress.ts";
import { firstPaint } from "./build/first-paint.ts";
import { prerender } from "./build/prerender.ts";
import { pureContract } from "./build/pure-contract.ts";

const root = import.meta.dirname;
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
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            // Every page shows some: a file each would cost more in headers than in content.
            { name: "icones", test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 4, priority: 10 },
          ],
        },
      },
    },
  },
});
