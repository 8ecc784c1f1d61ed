import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Runs axe on the page. E-mail bodies are third-party content and left out. @returns its violations */
export async function findViolations(): Promise<string[]> {
  const { violations } = await axe.run(
    { include: ["body"], exclude: ["iframe"] },
    { runOnly: TAGS, resultTypes: ["violations"] },
  );
  return violations.map(
    ({ id, impact, nodes }) => `${id} [${impact}] ×${nodes.length}: ${nodes[0]?.html.slice(0, 160)}`,
  );
}

/** Runs axe on the page in the dark and in the light theme. @returns the violations of both */
export async function findViolationsInThemes(): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["dark", "light"]) {
    document.documentElement.setAttribute("data-mantine-color-scheme", theme);
    found.push(...(await findViolations()).map((violation) => `${theme}: ${violation}`));
  }
  return found;
}
