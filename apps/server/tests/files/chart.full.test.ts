import { fileURLToPath } from "node:url";
import { CHART_MAX_BYTES, formatMessage } from "@malote/contract";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChartDrawer } from "../../src/jobs/threads/chart-process.ts";
import { cleanSvg, type Drawing } from "../../src/services/chart/clean-svg.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

const HTTP = fileURLToPath(new URL("../../dist/http.mjs", import.meta.url));
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="150"><rect width="300" height="150" fill="#ffffff"/>' +
  '<rect x="10" y="10" width="80" height="130" fill="#1f7a5a"/><text x="150" y="80" font-size="30" font-family="Inter, Liberation Sans, sans-serif">NF-e ção</text></svg>';

let wire: Wire;
let ana: SignedInUser;
beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
});
afterAll(async () => await wire.dispose());

type ChartFields = Readonly<Record<string, string>>;
const bearer = (): Record<string, string> => ({ authorization: `Bearer ${ana.token}` });

async function send(fields: ChartFields, headers: Record<string, string> = bearer()): Promise<Response> {
  const body = new FormData();
  for (const [nome, valor] of Object.entries(fields)) body.set(nome, valor);
  return await fetch(`${wire.server.url}/Services/exportChart`, { method: "POST", headers, body });
}

async function expectDrawn(fields: ChartFields): Promise<{ answer: Response; bytes: Buffer }> {
  const answer = await send(fields);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.ok ? "" : bytes.toString()]).toEqual([200, ""]);
  return { answer, bytes };
}

async function expectRefused(
  fields: ChartFields,
): Promise<{ status: number; mensagem: string; campo: string | null }> {
  const answer = await send(fields);
  const { mensagem, erros } = (await answer.json()) as { mensagem: string; erros: { campo: string }[] };
  return { status: answer.status, mensagem, campo: erros[0]?.campo ?? null };
}

test("a chart is drawn as a PNG at scale 2 by default, as a download that browsers do not open", async () => {
  const { answer, bytes } = await expectDrawn({ svg: SVG });
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: "png", width: 600, height: 300 });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "content-disposition": expect.stringMatching(/^attachment; filename="grafico\.png"/),
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
});

test("the text of a chart is drawn with the server's own font", async () => {
  const { bytes } = await expectDrawn({ svg: SVG });
  const half = await sharp(bytes)
    .extract({ left: 290, top: 90, width: 300, height: 90 })
    .greyscale()
    .raw()
    .toBuffer();
  const ink = half.filter((grey) => grey < 128).length;
  expect(ink).toBeGreaterThan(500);
  expect(ink).toBeLessThan(half.length / 2);
});

test("a chart is drawn as JPEG and SVG with the requested width, scale and file name", async () => {
  const jpeg = await expectDrawn({
    svg: SVG,
    type: "image/jpeg",
    width: "400",
    scale: "3",
    filename: "DF-e: março/2026",
  });
  const { format, width, height } = await sharp(jpeg.bytes).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1_200, height: 600 });
  const disposition = jpeg.answer.headers.get("content-disposition");
  expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent("DF-e_ março_2026.jpg")}`);
  const svg = await expectDrawn({ svg: SVG, type: "image/svg+xml", filename: "../../x.svg" });
  expect(svg.bytes.toString()).toBe(SVG);
  expect(svg.answer.headers.get("content-type")).toBe("image/svg+xml");
  expect(svg.answer.headers.get("content-disposition")).toContain('filename="_.._x.svg"');
});

test("hostile content is removed before drawing and from the SVG download", async () => {
  const hostile = SVG.replace(
    "</svg>",
    '<script>alert(1)</script><image href="file:///etc/hostname" width="300" height="150"/><rect onload="x" width="0" height="0"/></svg>',
  );
  const svg = await expectDrawn({ svg: hostile, type: "image/svg+xml" });
  expect(svg.bytes.toString()).not.toMatch(/script|image|onload|file:/);
  const [clean, dirty] = [await expectDrawn({ svg: SVG }), await expectDrawn({ svg: hostile })];
  expect(dirty.bytes.equals(clean.bytes)).toBe(true);
});

test("an invalid chart is refused with its own sentence", async () => {
  const SIZE_REFUSAL = formatMessage("graficoMedidas", { largura: 4_000, escala: 4 });
  const UNREADABLE = formatMessage("graficoIlegivel");
  const cases: [ChartFields, string, string | null][] = [
    [{ svg: "<svg" }, UNREADABLE, "svg"],
    [{ svg: `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}` }, UNREADABLE, "svg"],
    [{}, UNREADABLE, "svg"],
    [{ svg: SVG, type: "application/pdf" }, formatMessage("graficoTipo"), "type"],
    [{ svg: SVG, width: "4001" }, SIZE_REFUSAL, "width"],
    [{ svg: SVG, width: "-1" }, SIZE_REFUSAL, "width"],
    [{ svg: SVG, scale: "5" }, SIZE_REFUSAL, "scale"],
    [{ svg: SVG, scale: "0.5" }, SIZE_REFUSAL, "scale"],
    [{ svg: SVG.replace('height="150"', 'height="3000"'), width: "4000", scale: "4" }, SIZE_REFUSAL, "scale"],
    [{ svg: SVG, outro: "x" }, UNREADABLE, null],
  ];
  for (const [fields, mensagem, campo] of cases) {
    expect(await expectRefused(fields)).toEqual({ status: 400, mensagem, campo });
  }
  const tooLarge = await expectRefused({ svg: SVG + " ".repeat(CHART_MAX_BYTES) });
  expect(tooLarge).toEqual({
    status: 413,
    mensagem: formatMessage("graficoGrande", { limite: "2 MB" }),
    campo: "svg",
  });
});

test("the file cookie is accepted from our own page only", async () => {
  const { cookie } = ana;
  const as = async (headers: Record<string, string>): Promise<number> =>
    (await send({ svg: SVG }, headers)).status;
  expect(await as({})).toBe(401);
  expect(await as({ cookie, "sec-fetch-site": "same-origin" })).toBe(200);
  expect(await as({ cookie, "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await as({ cookie, origin: "https://malicioso.test" })).toBe(403);
});

function drawingOf(svg: string): Drawing {
  const drawing = cleanSvg(svg);
  if (drawing === null) throw new Error("no drawing");
  return drawing;
}

/** A drawing of a megabyte whose lines all cross. */
function makeSlowDrawing(): Drawing {
  const lines = Array.from({ length: 60_000 }, (_, i) => `L${(i * 7919) % 4000} ${(i * 104_729) % 4000}`);
  return drawingOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><path d="M0 0${lines.join("")}" stroke="#000" stroke-dasharray="0.01"/></svg>`,
  );
}

test("draws one chart at a time in a child process of the built server; a slow one is ended, and the next is drawn", async () => {
  const draw = createChartDrawer({ entry: HTTP, timeoutMs: 4_000, queueMax: 3 });
  const chart = { drawing: drawingOf(SVG), type: "image/png" as const, width: 300 };
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 5);
  const slow = draw({ ...chart, drawing: makeSlowDrawing(), width: 4_000 });
  const [next, nextButOne, tooMany] = [draw(chart), draw(chart), draw(chart)];
  expect(await tooMany).toBe("ocupado");
  expect(await slow).toBe("falhou");
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(50);
  for (const picture of [await next, await nextButOne]) {
    expect(
      Buffer.from(picture as Uint8Array)
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  }
});
