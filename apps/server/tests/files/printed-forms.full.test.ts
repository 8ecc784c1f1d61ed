import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { LOGO_MAX_BYTES, MESSAGES, type ResultOf } from "@malote/contract";
import { isEmbeddableImage, readImage } from "@malote/print";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import {
  get,
  openWire,
  SAME_ORIGIN,
  type SignedInUser,
  signInAs,
  signInNewUser,
  type Wire,
} from "../setup/wire.ts";

type Nota = ResultOf<"Nota.getNota">["object"];
type Empresa = ResultOf<"Empresa.getEmpresa">["object"];

const PDF_READER = "pdftotext";
const hasPdftotext = spawnSync(PDF_READER, ["-v"]).status === 0;

let pipeline: TestPipeline;
let wire: Wire;
let ana: SignedInUser;
let otherUser: SignedInUser;

beforeAll(async () => {
  pipeline = await createTestPipeline();
  wire = await openWire(pipeline);
  const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  ana = await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
  otherUser = await signInNewUser(wire);
});
afterAll(() => wire.dispose());

/** Plays a scenario; returns its notas as a user sees them. */
async function play(scenario: string): Promise<Nota[]> {
  const { chaves } = await pipeline.sandbox.playScenario(scenario);
  await pipeline.collect();
  const rows = (await pipeline.notas()).filter(({ chave }) => chaves.includes(chave));
  return await Promise.all(
    rows.map(async ({ id }) => (await ana.call("Nota.getNota", { id })).object as Nota),
  );
}

async function fetchFile(path: string, user = ana): Promise<Response> {
  return await get(wire, `/Services/${path}`, { authorization: `Bearer ${user.token}` });
}

async function print(path: string): Promise<Buffer> {
  const response = await fetchFile(path);
  expect([path, response.status]).toEqual([path, 200]);
  const pdf = Buffer.from(await response.arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  return pdf;
}

/** The text of a PDF without whitespace: a watermark has one letter per line. */
function textOf(pdf: Buffer): string {
  const { stdout } = spawnSync(PDF_READER, ["-raw", "-enc", "UTF-8", "-", "-"], { input: pdf });
  return stdout.toString().replace(/\s/g, "");
}

describe("the printed form of a nota", () => {
  test("every modelo has a printed form at both routes, under its own file name", async () => {
    const notas = [
      ...(await play("nota-autorizada")),
      ...(await play("nfce")),
      ...(await play("cte-e-mdfe")),
    ];
    notas.push(...(await play("cte-os")));
    const names = new Map<string, string>();
    for (const nota of notas) {
      const danfe = await fetchFile(`downloadDanfe?id=${nota.id}`);
      const name = /filename="(.+?)"/.exec(danfe.headers.get("content-disposition") ?? "")?.[1] ?? "";
      names.set(nota.tipoNota, name.replace(nota.chaveAcesso, "CHAVE"));
      const dacte = await print(`downloadDacte?id=${nota.id}`);
      expect(dacte.equals(Buffer.from(await danfe.arrayBuffer()))).toBe(true);
    }
    expect(Object.fromEntries(names)).toEqual({
      NFe: "CHAVE-danfe.pdf",
      NFCe: "CHAVE-danfe-nfce.pdf",
      CTe: "CHAVE-dacte.pdf",
      MDFe: "CHAVE-damdfe.pdf",
      CTeOS: "CHAVE-dacte-os.pdf",
    });
  });

  test("a printed form may be framed by our own pages only, while the XML is always a download", async () => {
    const [nota] = await play("nota-autorizada");
    const { cookie } = ana;
    const frame = { cookie, ...SAME_ORIGIN, "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate" };
    const { status, headers } = await get(wire, `/Services/downloadDanfe?id=${nota?.id}`, frame);
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(headers.get("content-disposition")).toMatch(/^inline; filename="/);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect(headers.get("content-security-policy")).not.toContain("sandbox");
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
    const xml = await get(wire, `/Services/downloadDFe?id=${nota?.id}`, frame);
    expect(xml.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(xml.headers.get("x-frame-options")).toBe("DENY");
    const page = await get(wire, "/");
    expect(page.headers.get("content-security-policy")).toContain("frame-src 'self'");
  });

  test.skipIf(!hasPdftotext)(
    "a printed form is marked as cancelled or denied only when the nota is (pdftotext)",
    async () => {
      const [cancelada] = await play("evento-antes-da-nota");
      const [nota] = await play("nota-autorizada");
      expect(textOf(await print(`downloadDanfe?id=${cancelada?.id}`))).toMatch(/CANCELAD[AO]/);
      const text = textOf(await print(`downloadDanfe?id=${nota?.id}`));
      expect(text).not.toMatch(/CANCELAD[AO]/);
      expect(text).toContain(nota?.chaveAcesso);
      await pipeline.asOwner("UPDATE nota SET sefaz_status = '302' WHERE id = $1", [nota?.id]);
      expect(textOf(await print(`downloadDanfe?id=${nota?.id}`))).toMatch(/DENEGAD[AO]/);
    },
  );

  test.skipIf(!hasPdftotext)(
    "the form of a quarantined nota carries a warning and no logo until the nota is released (pdftotext)",
    async () => {
      const [nota] = await play("nota-adulterada");
      const id = nota?.id ?? "";
      expect(nota?.quarentena).toBe(true);
      const { results } = await ana.call("Empresa.getListEmpresa", {});
      const [empresa] = results as Empresa[];
      await pipeline.asOwner("UPDATE nota SET cnpj_emitente = $2 WHERE id = $1", [id, empresa?.cnpj]);
      await sendLogo(empresa?.id ?? "", makePng(40));
      const forged = await print(`downloadDanfe?id=${id}`);
      expect(textOf(forged)).toContain("NÃOCONFERIDA:ASSINATURAOUDADOSNÃOCONFEREM");
      expect(textOf(forged)).not.toContain("PROTOCOLODEAUTORIZAÇÃODEUSO");
      expect(forged.includes("/Image")).toBe(false);
      // The warning depends on the veredito: leaving quarantine by other means than a release keeps
      // it.
      await pipeline.asOwner("UPDATE nota SET quarentena = false WHERE id = $1", [id]);
      expect(textOf(await print(`downloadDanfe?id=${id}`))).toContain("NÃOCONFERIDA");
      await pipeline.asOwner("UPDATE nota SET quarentena = true WHERE id = $1", [id]);
      await ana.call("Nota.liberarQuarentena", { id, motivo: "Conferida com o fornecedor por telefone" });
      const released = await print(`downloadDanfe?id=${id}`);
      expect(textOf(released)).not.toContain("NÃOCONFERIDA");
      expect(textOf(released)).toContain("PROTOCOLODEAUTORIZAÇÃODEUSO");
      expect(released.includes("/Image")).toBe(true);
      await sendLogo(empresa?.id ?? "", Buffer.alloc(0));
    },
  );

  test("a printed form is refused for a nota without one, of another conta, or with an invalid id", async () => {
    const [nota] = await play("nota-autorizada");
    const withoutForm = inventNota();
    await insertNotas(pipeline, pipeline.contaId, [withoutForm]);
    const refusalOf = async (path: string, user = ana): Promise<unknown> => {
      const response = await fetchFile(path, user);
      return [response.status, ((await response.json()) as { mensagem: string }).mensagem];
    };
    expect(await refusalOf(`downloadDanfe?id=${withoutForm.id}`)).toEqual([404, MESSAGES.papelIndisponivel]);
    for (const path of [`downloadDanfe?id=${nota?.id}`, `downloadDacte?id=${nota?.id}`]) {
      expect(await refusalOf(path, otherUser)).toEqual([404, MESSAGES.notaNaoEncontrada]);
    }
    expect(await refusalOf("downloadDanfe?id=x")).toEqual([404, MESSAGES.notaNaoEncontrada]);
    const signedOut = await get(wire, `/Services/downloadDanfe?id=${nota?.id}`, {
      "sec-fetch-mode": "navigate",
    });
    expect(signedOut.status).toBe(302);
    expect((await get(wire, `/Services/downloadDanfe?id=${nota?.id}`)).status).toBe(401);
  });
});

describe("an evento", () => {
  test("an evento can be downloaded as its original XML or as a printed form", async () => {
    const [nota] = await play("carta-de-correcao");
    const evento = nota?.listEventos.find(({ tpEvento }) => tpEvento === "110110");
    const xml = await fetchFile(`downloadEvento?id=${evento?.id}`);
    const nome = `${nota?.chaveAcesso}-evento-110110-1`;
    expect(xml.headers.get("content-disposition")).toContain(`attachment; filename="${nome}.xml"`);
    const bytes = Buffer.from(await xml.arrayBuffer());
    const [stored] = await pipeline.asOwner<{ sha256: string }>(
      "SELECT d.sha256 FROM documento d JOIN evento e ON e.documento_id = d.id WHERE e.id = $1",
      [evento?.id],
    );
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(stored?.sha256);
    const pdf = await fetchFile(`downloadEvento?id=${evento?.id}&formato=pdf`);
    expect(pdf.headers.get("content-disposition")).toContain(`attachment; filename="${nome}.pdf"`);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    if (hasPdftotext) {
      expect(textOf(await print(`downloadEvento?id=${evento?.id}&formato=pdf`))).not.toContain(
        "NÃOCONFERIDA",
      );
      await pipeline.asOwner("UPDATE evento SET veredito = 'assinatura-invalida' WHERE id = $1", [
        evento?.id,
      ]);
      expect(textOf(await print(`downloadEvento?id=${evento?.id}&formato=pdf`))).toContain("NÃOCONFERIDA:");
    }
    for (const [id, user] of [[evento?.id, otherUser] as const, ["x", ana] as const]) {
      const response = await fetchFile(`downloadEvento?id=${id}`, user);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ mensagem: MESSAGES.eventoNaoEncontrado });
    }
  });
});

/** A grey PNG of `side` × `side` pixels, followed by `extra` zero bytes. */
function makePng(side: number, extra = 0): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 8;
  const rows = Buffer.alloc((side + 1) * side, 0x80);
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
    Buffer.alloc(extra),
  ]);
}

/** The headers of a grey JPEG of `side` × `side` pixels, without image data: only the size is read. */
function makeJpeg(side: number): Buffer {
  const frame = Buffer.from("ffc0000b080000000001011100", "hex");
  frame.writeUInt16BE(side, 5);
  frame.writeUInt16BE(side, 7);
  return Buffer.concat([Buffer.from("ffd8", "hex"), frame, Buffer.from("ffda0008010100003f0000ffd9", "hex")]);
}

async function sendLogo(
  empresaId: string,
  logo: Buffer | null,
  { token }: SignedInUser = ana,
): Promise<{ status: number; mensagem: string | null; temLogo: boolean | undefined }> {
  const form = new FormData();
  form.set("empresaId", empresaId);
  if (logo !== null) form.set("arquivo", new Blob([new Uint8Array(logo)]), "logo.png");
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${wire.server.url}/Services/logo`, { method: "POST", headers, body: form });
  const { mensagem, object } = (await response.json()) as {
    mensagem: string | null;
    object: { temLogo: boolean } | null;
  };
  return { status: response.status, mensagem, temLogo: object?.temLogo };
}

describe("the logo of an empresa", () => {
  test("the logo of an empresa appears on printed forms it issues, can be downloaded, and can be removed", async () => {
    const [nota] = await play("nota-autorizada");
    const { results } = await ana.call("Empresa.getListEmpresa", {});
    const [empresa] = results as Empresa[];
    const id = empresa?.id ?? "";
    await pipeline.asOwner("UPDATE nota SET cnpj_emitente = $2 WHERE id = $1", [nota?.id, empresa?.cnpj]);
    const without = await print(`downloadDanfe?id=${nota?.id}`);
    const logo = makePng(40);
    expect(await sendLogo(id, logo)).toEqual({ status: 200, mensagem: null, temLogo: true });
    const shown = await fetchFile(`downloadLogo?id=${id}`);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    const kept = Buffer.from(await shown.arrayBuffer());
    expect(isEmbeddableImage(kept)).toBe(true);
    expect(readImage(kept)).toMatchObject({ width: 40, height: 40 });
    const withLogo = await print(`downloadDanfe?id=${nota?.id}`);
    expect([without.includes("/Image"), withLogo.includes("/Image")]).toEqual([false, true]);
    const again = (await ana.call("Empresa.getEmpresa", { id })).object as Empresa;
    expect(again.temLogo).toBe(true);
    expect(await sendLogo(id, Buffer.alloc(0))).toEqual({ status: 200, mensagem: null, temLogo: false });
    expect((await fetchFile(`downloadLogo?id=${id}`)).status).toBe(404);
    expect((await print(`downloadDanfe?id=${nota?.id}`)).equals(without)).toBe(true);
  });

  test("a logo is refused with its own error message when it is invalid, too large, or sent without permission", async () => {
    const { results } = await ana.call("Empresa.getListEmpresa", {});
    const id = (results as Empresa[])[0]?.id ?? "";
    const conta = { contaId: ana.contaId, identificador: ana.identificador };
    const ordinaryUser = await signInNewUser(wire, { conta, nomeUsuario: "comum", administrador: false });
    const messageOf = async (logo: Buffer | null, user = ana, empresaId = id) =>
      (await sendLogo(empresaId, logo, user)).mensagem;
    expect(await messageOf(null)).toBe(MESSAGES.logoArquivoObrigatorio);
    expect(await messageOf(Buffer.from("GIF89a"))).toBe(MESSAGES.logoFormato);
    expect(await messageOf(makePng(10).subarray(0, 50))).toBe(MESSAGES.logoFormato);
    // A second header with another size.
    expect(await messageOf(Buffer.concat([makePng(1).subarray(0, 33), makePng(900).subarray(8)]))).toBe(
      MESSAGES.logoFormato,
    );
    expect(await messageOf(makePng(1_001))).toBe("A imagem tem 1001 × 1001 pixels. O máximo é 1000 × 1000.");
    expect(await messageOf(makePng(1_000))).toBeNull();
    expect(await messageOf(makeJpeg(1_001))).toContain("1001 × 1001");
    expect(await messageOf(makeJpeg(1_000))).toBeNull();
    expect((await fetchFile(`downloadLogo?id=${id}`)).headers.get("content-type")).toBe("image/jpeg");
    const png = makePng(10);
    expect(await messageOf(makePng(10, LOGO_MAX_BYTES - png.length))).toBeNull();
    expect(await sendLogo(id, makePng(10, LOGO_MAX_BYTES - png.length + 1))).toMatchObject({
      status: 413,
      mensagem: "A imagem passa de 256 KB. Escolha uma menor.",
    });
    expect(await messageOf(png, ordinaryUser)).toBe(MESSAGES.acessoRestrito);
    expect(await messageOf(png, otherUser)).toBe(MESSAGES.empresaNaoEncontrada);
    expect(await messageOf(png, ana, "x")).toBe(MESSAGES.empresaNaoEncontrada);
    const anonymous = await fetch(`${wire.server.url}/Services/logo`, {
      method: "POST",
      headers: { cookie: ana.cookie },
      body: new FormData(),
    });
    expect(anonymous.status).toBe(401);
    expect((await fetchFile(`downloadLogo?id=${id}`, otherUser)).status).toBe(404);
    await sendLogo(id, Buffer.alloc(0));
  });
});
