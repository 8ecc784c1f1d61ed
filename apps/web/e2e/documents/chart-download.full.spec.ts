import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { signIn } from "../support/sandbox.ts";
import { dayBefore, today, waitData } from "../support/totals.ts";

const menuOf = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Menu do gráfico ${name}` });

test(
  "a chart is downloaded as PNG at scale 2, as JPEG and as SVG, drawn by Malote's own server",
  covers("/painel"),
  async ({ page }) => {
    const token = await signIn(page);
    await waitData(page, token);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/painel");
    const name = `dfe-capturados-${dayBefore(6)}-a-${today()}`;
    const files: Record<string, Buffer> = {};
    for (const [item, fim] of [
      ["Baixar PNG", "png"],
      ["Baixar JPEG", "jpg"],
      ["Baixar SVG", "svg"],
    ] as const) {
      await menuOf(page, "DF-e capturados").click();
      const [request, download] = await Promise.all([
        page.waitForRequest("**/Services/exportChart"),
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: item }).click(),
      ]);
      expect(request.method()).toBe("POST");
      expect(request.headers()["content-type"]).toMatch(/^multipart\/form-data/);
      expect(download.suggestedFilename()).toBe(`${name}.${fim}`);
      files[fim] = await readFile(await download.path());
    }
    // PNG: 800 × 400 at scale 2.
    expect(files.png?.subarray(1, 4).toString()).toBe("PNG");
    expect([files.png?.readUInt32BE(16), files.png?.readUInt32BE(20)]).toEqual([1_600, 800]);
    expect(files.jpg?.subarray(0, 2).toString("hex")).toBe("ffd8");
    const svg = files.svg?.toString() ?? "";
    expect(svg).toMatch(/^<svg [^>]*width="800" height="400"/);
    for (const text of ["DF-e capturados", "NF-e", "CT-e OS", "#1F7A5A"]) {
      expect(svg.toLowerCase()).toContain(text.toLowerCase());
    }
    expect(svg, "the numbers of its scale").toMatch(/text-anchor="end"[^>]*>[\d.]+<\/text>/);
    expect(svg).not.toMatch(/var\(--|<style|<script|href/);
    const { host } = new URL(page.url());
    const foreign = asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).host !== host);
    expect(foreign).toEqual([]);
  },
);
