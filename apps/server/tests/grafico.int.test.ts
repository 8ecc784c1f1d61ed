import { fileURLToPath } from "node:url";
import { formatMensagem, GRAFICO_MAX_BYTES } from "@malote/contract";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGraficoBeside } from "../src/jobs/grafico-beside.ts";
import { cleanSvg, type Desenho } from "../src/services/grafico/clean-svg.ts";
import { createWire, enter, type Pessoa, type Wire } from "./wire.ts";

const HTTP = fileURLToPath(new URL("../dist/http.mjs", import.meta.url));
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="150"><rect width="300" height="150" fill="#ffffff"/>' +
  '<rect x="10" y="10" width="80" height="130" fill="#1f7a5a"/><text x="150" y="80" font-size="30" font-family="Inter, Liberation Sans, sans-serif">NF-e ção</text></svg>';

let wire: Wire;
let ana: Pessoa;
beforeAll(async () => {
  wire = await createWire();
  ana = await enter(wire);
});
afterAll(async () => await wire.dispose());

type Campos = Readonly<Record<string, string>>;
const bearer = (): Record<string, string> => ({ authorization: `Bearer ${ana.token}` });

async function send(campos: Campos, headers: Record<string, string> = bearer()): Promise<Response> {
  const body = new FormData();
  for (const [nome, valor] of Object.entries(campos)) body.set(nome, valor);
  return await fetch(`${wire.server.url}/Services/exportChart`, { method: "POST", headers, body });
}

async function drawn(campos: Campos): Promise<{ answer: Response; bytes: Buffer }> {
  const answer = await send(campos);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.ok ? "" : bytes.toString()]).toEqual([200, ""]);
  return { answer, bytes };
}

async function refused(campos: Campos): Promise<{ status: number; mensagem: string; campo: string | null }> {
  const answer = await send(campos);
  const { mensagem, erros } = (await answer.json()) as { mensagem: string; erros: { campo: string }[] };
  return { status: answer.status, mensagem, campo: erros[0]?.campo ?? null };
}

test("draws a PNG at scale 2 by default, as a download that browsers do not open", async () => {
  const { answer, bytes } = await drawn({ svg: SVG });
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

test("draws text with the server's own font", async () => {
  const { bytes } = await drawn({ svg: SVG });
  const half = await sharp(bytes)
    .extract({ left: 290, top: 90, width: 300, height: 90 })
    .greyscale()
    .raw()
    .toBuffer();
  const ink = half.filter((grey) => grey < 128).length;
  expect(ink).toBeGreaterThan(500);
  expect(ink).toBeLessThan(half.length / 2);
});

test("draws JPEG and SVG with the requested width, scale and file name", async () => {
  const jpeg = await drawn({
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
  const svg = await drawn({ svg: SVG, type: "image/svg+xml", filename: "../../x.svg" });
  expect(svg.bytes.toString()).toBe(SVG);
  expect(svg.answer.headers.get("content-type")).toBe("image/svg+xml");
  expect(svg.answer.headers.get("content-disposition")).toContain('filename="_.._x.svg"');
});

test("removes hostile content before drawing and from the SVG download", async () => {
  const hostile = SVG.replace(
    "</svg>",
    '<script>alert(1)</script><image href="file:///etc/hostname" width="300" height="150"/><rect onload="x" width="0" height="0"/></svg>',
  );
  const svg = await drawn({ svg: hostile, type: "image/svg+xml" });
  expect(svg.bytes.toString()).not.toMatch(/script|image|onload|file:/);
  const [clean, dirty] = [await drawn({ svg: SVG }), await drawn({ svg: hostile })];
  expect(dirty.bytes.equals(clean.bytes)).toBe(true);
});

test("refuses an invalid chart with the right sentence", async () => {
  const medidas = formatMensagem("graficoMedidas", { largura: 4_000, escala: 4 });
  const ilegivel = formatMensagem("graficoIlegivel");
  const cases: [Campos, string, string | null][] = [
    [{ svg: "<svg" }, ilegivel, "svg"],
    [{ svg: `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}` }, ilegivel, "svg"],
    [{}, ilegivel, "svg"],
    [{ svg: SVG, type: "application/pdf" }, formatMensagem("graficoTipo"), "type"],
    [{ svg: SVG, width: "4001" }, medidas, "width"],
    [{ svg: SVG, width: "-1" }, medidas, "width"],
    [{ svg: SVG, scale: "5" }, medidas, "scale"],
    [{ svg: SVG, scale: "0.5" }, medidas, "scale"],
    [{ svg: SVG.replace('height="150"', 'height="3000"'), width: "4000", scale: "4" }, medidas, "scale"],
    [{ svg: SVG, outro: "x" }, ilegivel, null],
  ];
  for (const [campos, mensagem, campo] of cases) {
    expect(await refused(campos)).toEqual({ status: 400, mensagem, campo });
  }
  const grande = await refused({ svg: SVG + " ".repeat(GRAFICO_MAX_BYTES) });
  expect(grande).toEqual({
    status: 413,
    mensagem: formatMensagem("graficoGrande", { limite: "2 MB" }),
    campo: "svg",
  });
});

test("accepts the file cookie from our own page only", async () => {
  const { cookie } = ana;
  const as = async (headers: Record<string, string>): Promise<number> =>
    (await send({ svg: SVG }, headers)).status;
  expect(await as({})).toBe(401);
  expect(await as({ cookie, "sec-fetch-site": "same-origin" })).toBe(200);
  expect(await as({ cookie, "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await as({ cookie, origin: "https://malicioso.test" })).toBe(403);
});

function desenhoOf(svg: string): Desenho {
  const desenho = cleanSvg(svg);
  if (desenho === null) throw new Error("no drawing");
  return desenho;
}

/** A drawing of a megabyte whose lines all cross. */
function makeSlow(): Desenho {
  const lines = Array.from({ length: 60_000 }, (_, i) => `L${(i * 7919) % 4000} ${(i * 104_729) % 4000}`);
  return desenhoOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><path d="M0 0${lines.join("")}" stroke="#000" stroke-dasharray="0.01"/></svg>`,
  );
}

test("draws one chart at a time in a child process of the built server; a slow one is ended, and the next is drawn", async () => {
  const draw = createGraficoBeside({ entry: HTTP, graficoMs: 4_000, filaMax: 3 });
  const chart = { desenho: desenhoOf(SVG), tipo: "image/png" as const, largura: 300 };
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  const slow = draw({ ...chart, desenho: makeSlow(), largura: 4_000 });
  const [next, nextButOne, tooMany] = [draw(chart), draw(chart), draw(chart)];
  expect(await tooMany).toBe("ocupado");
  expect(await slow).toBe("falhou");
  clearInterval(timer);
  expect(turns).toBeGreaterThan(50);
  for (const picture of [await next, await nextButOne]) {
    expect(
      Buffer.from(picture as Uint8Array)
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  }
});
