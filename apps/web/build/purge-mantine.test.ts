import { expect, test } from "vitest";
import { purgeCss } from "./purge-mantine.ts";

const used = new Set(["m_aaaaaaaa"]);
const purge = (css: string): string => purgeCss(css, used);

test.each([
  [".m_aaaaaaaa{color:red}.m_bbbbbbbb{color:blue}", ".m_aaaaaaaa{color:red}"],
  [".m_aaaaaaaa,.m_bbbbbbbb{color:red}", ".m_aaaaaaaa{color:red}"],
  [".m_aaaaaaaa .m_bbbbbbbb{color:red}", ""],
  [".nossa{color:red}", ".nossa{color:red}"],
  [":where(.m_bbbbbbbb):hover{color:red}", ""],
  [":is(.m_aaaaaaaa,.m_bbbbbbbb) b{color:red}", ":is(.m_aaaaaaaa,.m_bbbbbbbb) b{color:red}"],
  ["@media print{.m_bbbbbbbb{color:red}}", ""],
  ["@layer mantine{.m_aaaaaaaa{color:red}.m_bbbbbbbb{color:red}}", "@layer mantine{.m_aaaaaaaa{color:red}}"],
  ["@keyframes m_gira{to{rotate:1turn}}", "@keyframes m_gira{to{rotate:1turn}}"],
  ['.m_aaaaaaaa{content:"}"}.m_bbbbbbbb{content:"{"}', '.m_aaaaaaaa{content:"}"}'],
  ["@layer a,b;.m_bbbbbbbb{color:red}", "@layer a,b;"],
])("the style sheet %s is reduced to the rules of used classes", (css, kept) => {
  expect(purge(css)).toBe(kept);
});
