import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { firstPaint } from "./build/first-paint.ts";
import { pack } from "./build/pack.ts";
import { prerender } from "./build/prerender.ts";
import { pureContract } from "./build/pure-contract.ts";
import { purgeMantine } from "./build/purge-mantine.ts";

const root = import.meta.dirname;
/** Chunks of the first load: whatever comes later finds them there. */
const OF_FIRST_LOAD = /assets\/(index|react|rolldown-runtime|geral|limits|mensagens-das-telas)-[^/]+$/;

export default defineConfig({
  root,
  plugins: [react(), pureContract(), firstPaint(), purgeMantine(), prerender(), pack()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    target: "baseline-widely-available",
    modulePreload: {
      // Each page names what its later parts need: not what is there already.
      resolveDependencies: (_, deps, { hostType }) =>
        hostType === "js" ? deps.filter((each) => !OF_FIRST_LOAD.test(each)) : deps,
    },
    rolldownOptions: {
      // Rooms below declare and do nothing: an unused schema of the contract must not bring zod to the first page.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]packages[\\/](contract|syntax)[\\/]/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            // Every page writes with these; apart, each costs more to pack than it weighs.
            {
              name: "escrita",
              test: /packages[\\/]syntax[\\/]src[\\/](formato|uf|chave-acesso|modulo-onze|tipo-nota|documento)\.ts$/,
              priority: 20,
            },
            { name: "icone", test: /createReactComponent\.mjs$/, priority: 15 },
            // Drawings of the frame and of the lists: each alone weighs less than its wrapping.
            {
              name: "icones",
              test: /icons[\\/]Icon(Archive|ArrowDown|ArrowUp|AlertTriangle|Certificate|ChevronDown|ChevronRight|Circle(Check|Dashed|X)|Download|EqualNot|FileImport|Filter|Key|Mail|Search|ShieldCheck|X|ZoomCheck)\.mjs$/,
              priority: 10,
            },
          ],
        },
      },
    },
  },
});
