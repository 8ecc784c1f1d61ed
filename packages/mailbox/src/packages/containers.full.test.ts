import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { toPart } from "../mime/part.ts";
import { writeEncrypted, writePem, writeSigned, writeSignedBer } from "../tests/cms-writer.ts";
import { bareNfe, base64, makeNfe, writeMultipart } from "../tests/message-writer.ts";
import { writeTar } from "../tests/tar-writer.ts";
import { writeTnef } from "../tests/tnef-writer.ts";
import { writeZip } from "../tests/zip-writer.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits, createBudget } from "./budget.ts";
import { unpackPart } from "./unpack.ts";

/** A signer independent of our own writer, where installed. */
const OPENSSL = "openssl";
const NFE = makeNfe();
const OCTET = ["Content-Type: application/octet-stream; name=x"];

/** Outcome of a file and of all its contents, one line each. */
async function outcomesOf(
  bytes: Buffer,
  {
    nome = null,
    tipo = "application/octet-stream",
    limites = {},
  }: { nome?: string | null; tipo?: string; limites?: Partial<ArchiveLimits> } = {},
): Promise<string[]> {
  const lines: string[] = [];
  for await (const each of unpackPart(toPart({ caminho: "1", nome, bytes, tipo }), createBudget(limites))) {
    const { abertura } = each;
    const text = Buffer.from(each.bytes).toString();
    if (abertura.kind === "recusado")
      lines.push(`${each.caminho} ${each.nome} ! ${abertura.motivo} ${abertura.formato}`);
    else if (abertura.kind === "pacote")
      lines.push(
        `${each.caminho} [${abertura.formato} ${abertura.dentro}${abertura.inteiro ? "" : " cortado"}]`,
      );
    else if (abertura.kind === "arquivo")
      lines.push(`${each.caminho} ${each.nome} = ${text === NFE ? "NFE" : text}`);
    else lines.push(`${each.caminho} (${abertura.kind})`);
  }
  return lines;
}

describe("opening gzip files", () => {
  test.each<[string, string | null, string]>([
    ["with an extension", "nota.xml.gz", "nota.xml"],
    ["without a name", null, ""],
    ["in upper case", "NOTA.XML.GZ", "NOTA.XML"],
  ])("opens gzip by its bytes and names the content: %s", async (_, nome, inside) => {
    expect(await outcomesOf(gzipSync(NFE), { nome })).toEqual(["1 [gzip 1]", `1/1 ${inside} = NFE`]);
  });

  test("opens a ZIP in a gzip, and a gzip in a ZIP", async () => {
    const zip = writeZip([{ nome: "n.xml", dados: NFE }]);
    expect(await outcomesOf(gzipSync(zip))).toEqual(["1 [gzip 1]", "1/1 [zip 1]", "1/1/1 n.xml = NFE"]);
    expect(await outcomesOf(writeZip([{ nome: "n.xml.gz", dados: gzipSync(NFE) }]))).toEqual([
      "1 [zip 1]",
      "1/1 [gzip 1]",
      "1/1/1 n.xml = NFE",
    ]);
  });

  test("the members of a gzip are joined into one file", async () => {
    const half = Math.floor(NFE.length / 2);
    const bytes = Buffer.from(NFE);
    const two = Buffer.concat([
      gzipSync(bytes.subarray(0, half + 100)),
      gzipSync(bytes.subarray(half + 100)),
    ]);
    expect(await outcomesOf(two)).toEqual(["1 [gzip 1]", "1/1  = NFE"]);
  });

  test("opens a tar in a gzip", async () => {
    expect(
      await outcomesOf(gzipSync(writeTar([{ nome: "nota.xml", dados: NFE }])), { nome: "julho.tgz" }),
    ).toEqual(["1 [gzip 1]", "1/1 [tar 1]", "1/1/1 nota.xml = NFE"]);
  });

  test.each<[string, Buffer, string]>([
    ["truncated", gzipSync(NFE).subarray(0, 60), "pacote-invalido"],
    ["wrong checksum", flip(gzipSync(NFE), -6), "pacote-invalido"],
    ["signature only", Buffer.from([0x1f, 0x8b, 8, 0]), "pacote-invalido"],
  ])("refuses a damaged gzip: %s", async (_, bytes, motivo) => {
    expect(await outcomesOf(bytes)).toEqual([`1 null ! ${motivo} gzip`]);
  });
});

describe("opening winmail.dat", () => {
  test("the attachments of winmail.dat have their long names and types", async () => {
    const tnef = writeTnef([
      { nome: "NOTA~1.XML", nomeLongo: "nota de São João.xml", dados: Buffer.from(NFE), tipo: "text/xml" },
      { nome: "lote.zip", dados: writeZip([{ nome: "n.xml", dados: NFE }]) },
    ]);
    expect(await outcomesOf(tnef, { nome: "winmail.dat", tipo: "application/ms-tnef" })).toEqual([
      "1 [tnef 2]",
      "1/1 nota de São João.xml = NFE",
      "1/2 [zip 1]",
      "1/2/1 n.xml = NFE",
    ]);
  });

  test("a document pasted into the body of winmail.dat is opened, and so is an embedded message", async () => {
    const inner = writeTnef([{ nome: "n.xml", dados: Buffer.from(NFE) }]);
    const tnef = writeTnef([{ nome: "Encaminhada", dados: inner, embutida: true }], {
      html: `<p>Segue</p>${bareNfe()}`,
    });
    expect(await outcomesOf(tnef)).toEqual([
      "1 [tnef 2]",
      "1/0 (corpo)",
      `1/0/1 documento.xml = ${bareNfe()}`,
      "1/1 [tnef 1]",
      "1/1/1 n.xml = NFE",
    ]);
  });

  test("a truncated winmail.dat keeps the attachments before the cut, and the truncation is reported", async () => {
    const tnef = writeTnef([
      { nome: "a.xml", dados: Buffer.from(NFE) },
      { nome: "b.xml", dados: Buffer.from(NFE) },
    ]);
    expect(await outcomesOf(tnef.subarray(0, tnef.length - 40))).toEqual([
      "1 [tnef 2 cortado]",
      "1/1 a.xml = NFE",
      "1/2 b.xml = NFE",
    ]);
    expect(await outcomesOf(tnef.subarray(0, 20))).toEqual(["1 null ! pacote-invalido tnef"]);
  });

  test("an attachment by reference makes the result of winmail.dat incomplete", async () => {
    const elsewhere = { nome: "lote.zip", dados: null };
    const tnef = writeTnef([elsewhere, { nome: "a.xml", dados: Buffer.from(NFE) }]);
    expect(await outcomesOf(tnef)).toEqual(["1 [tnef 1 cortado]", "1/1 a.xml = NFE"]);
    expect(await outcomesOf(writeTnef([elsewhere]))).toEqual(["1 [tnef 0 cortado]"]);
  });

  test("a truncated or corrupted winmail.dat makes the reader neither throw nor hang", async () => {
    const tnef = writeTnef(
      [{ nome: "a.xml", nomeLongo: "a longo.xml", dados: Buffer.from("<a/>"), tipo: "text/xml" }],
      { texto: "oi", html: "<b>oi</b>" },
    );
    for (let at = 0; at < tnef.length; at += 1) {
      await outcomesOf(tnef.subarray(0, at));
      await outcomesOf(flip(tnef, at));
    }
  });
});

describe("opening signed files", () => {
  test.each<[string, Buffer, string | null, string]>([
    ["DER", writeSigned(Buffer.from(NFE)), "nota.xml.p7m", "nota.xml"],
    [
      "BER in segments",
      writeSignedBer([Buffer.from(NFE).subarray(0, 50), Buffer.from(NFE).subarray(50)]),
      "nota.xml.p7m",
      "nota.xml",
    ],
    ["PEM", writePem(writeSigned(Buffer.from(NFE))), null, "null"],
    ["whatever the file name", writeSigned(Buffer.from(NFE)), "nota.dat", "nota.dat"],
  ])("opens signed content: %s", async (_, bytes, nome, inside) => {
    expect(await outcomesOf(bytes, { nome })).toEqual(["1 [assinado 1]", `1/1 ${inside} = NFE`]);
  });

  test("a signed e-mail is parsed like any other", async () => {
    const mime = writeMultipart([base64(['Content-Type: text/xml; name="n.xml"'], NFE)], { head: ["X-A: b"] })
      .toString("latin1")
      .replace(/^X-A: b\r\n/, "");
    expect(await outcomesOf(writeSigned(Buffer.from(mime, "latin1")), { nome: "smime.p7m" })).toEqual([
      "1 [assinado 1]",
      "1/1 [mensagem 1]",
      "1/1/1 n.xml = NFE",
    ]);
  });

  test("a detached signature is no document; encrypted and damaged files are refused", async () => {
    expect(await outcomesOf(writeSigned(null), { nome: "smime.p7s" })).toEqual(["1 (assinatura)"]);
    expect(await outcomesOf(writeEncrypted())).toEqual(["1 null ! conteudo-cifrado assinado"]);
    expect(await outcomesOf(writeSigned(Buffer.from(NFE)).subarray(0, 200))).toEqual([
      "1 null ! pacote-invalido assinado",
    ]);
    expect(await outcomesOf(Buffer.from("-----BEGIN PGP MESSAGE-----\n\nabc\n"))).toEqual([
      "1 null ! conteudo-cifrado pgp",
    ]);
  });

  test("a truncated or corrupted signed file does not make the reader throw", async () => {
    const ber = writeSignedBer([Buffer.from("<a/>"), Buffer.from("<b/>")]);
    for (let at = 0; at < ber.length; at += 1) {
      await outcomesOf(ber.subarray(0, at));
      for (const bit of [1, 0x80]) await outcomesOf(flip(ber, at, bit));
    }
  });

  test.skipIf(!hasOpenssl())("a file signed by OpenSSL is opened", async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), "malote-cms-"));
    const run = (...args: string[]): void => void execFileSync(OPENSSL, args, { cwd: dir, stdio: "ignore" });
    try {
      writeFileSync(path.join(dir, "n.xml"), NFE);
      run(
        ..."req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 2 -subj /CN=Fornecedor".split(
          " ",
        ),
      );
      run(
        ..."cms -sign -binary -in n.xml -signer c.pem -inkey k.pem -nodetach -outform DER -out der.p7m".split(
          " ",
        ),
      );
      run(
        ..."cms -sign -binary -stream -indef -in n.xml -signer c.pem -inkey k.pem -nodetach -outform DER -out ber.p7m".split(
          " ",
        ),
      );
      run(..."cms -encrypt -binary -in n.xml -outform DER -out cifrado.p7m c.pem".split(" "));
      for (const file of ["der.p7m", "ber.p7m"]) {
        expect((await outcomesOf(readFileSync(path.join(dir, file)))).at(-1), file).toMatch(/= NFE$/);
      }
      expect(await outcomesOf(readFileSync(path.join(dir, "cifrado.p7m")))).toEqual([
        "1 null ! conteudo-cifrado assinado",
      ]);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});

describe("opening forwarded messages", () => {
  function forward(times: number): Buffer {
    let bytes = writeMultipart([base64(OCTET, NFE)]);
    for (let n = 1; n < times; n += 1)
      bytes = writeMultipart([{ header: ["Content-Type: message/rfc822"], content: bytes }]);
    return bytes;
  }

  test("ten levels of forwarded messages are opened and the eleventh is refused", async () => {
    expect((await outcomesOf(forward(10), { tipo: "message/rfc822" })).at(-1)).toBe(
      `${"1/".repeat(10)}1 x = NFE`,
    );
    expect((await outcomesOf(forward(11), { tipo: "message/rfc822" })).at(-1)).toBe(
      `${"1/".repeat(10)}1 null ! pacote-fundo-demais mensagem`,
    );
  });

  test("a forwarded message is recognized by its bytes, with any name or inside a ZIP", async () => {
    const eml = forward(1);
    expect((await outcomesOf(eml, { nome: "encaminhada.eml" })).at(-1)).toBe("1/1 x = NFE");
    expect((await outcomesOf(eml, { nome: "anexo.dat" })).at(-1)).toBe("1/1 x = NFE");
    expect((await outcomesOf(writeZip([{ nome: "e.eml", dados: eml }]))).at(-1)).toBe("1/1/1 x = NFE");
  });

  test.each<[string, Buffer, string[]]>([
    ["an XML", Buffer.from(NFE), ["1 nota.xml = NFE"]],
    ["an XML after a BOM", Buffer.from(`\ufeff\n${NFE}`), [`1 nota.xml = \ufeff\n${NFE}`]],
    [
      "an XML with header-like lines",
      Buffer.from(NFE.replace("?>", "?>\nSubject: x\nFrom: a@b\n<!-- -->")),
      [`1 nota.xml = ${NFE.replace("?>", "?>\nSubject: x\nFrom: a@b\n<!-- -->")}`],
    ],
    [
      "a text with an XML",
      Buffer.from(`Segue a nota\n\n${NFE}\nOi`),
      ["1 [texto 1]", "1/1 documento.xml = NFE"],
    ],
    [
      "a line of 600 KB",
      Buffer.from(`${"x".repeat(600_000)}${NFE}`),
      ["1 [texto 1]", "1/1 documento.xml = NFE"],
    ],
    ["a ZIP", writeZip([{ nome: "n.xml", dados: NFE }]), ["1 [zip 1]", "1/1 n.xml = NFE"]],
    ["a PDF", Buffer.from("%PDF-1.4\n"), ["1 nota.xml = %PDF-1.4\n"]],
    ["an empty part", Buffer.alloc(0), ["1 nota.xml = "]],
  ])("reads a part wrongly typed message/rfc822 by its bytes: %s", async (_, bytes, lines) => {
    expect(await outcomesOf(bytes, { nome: "nota.xml", tipo: "message/rfc822" })).toEqual(lines);
  });

  test("a text that starts with a word and a colon is not a message", async () => {
    const dsn = [
      "Reporting-MTA: dns; mx.example",
      "X-Fila: 1",
      "X-Remetente: a@b",
      "X-A: b",
      "Arrival-Date: x",
    ];
    const bytes = Buffer.from(`${dsn.join("\r\n")}\r\n\r\nAction: failed`);
    expect(await outcomesOf(bytes, { tipo: "message/delivery-status" })).toHaveLength(1);
    expect(
      await outcomesOf(Buffer.from("Para: fulano\r\nObs: segue\r\n\r\nTexto"), { nome: "a.txt" }),
    ).toHaveLength(1);
  });
});

describe("refuses unsupported archives and names their format", () => {
  test.each([
    ["Rar!\x1a\x07\x01\x00", "rar"],
    ["Rar!\x1a\x07\x00", "rar"],
    ["7z\xbc\xaf\x27\x1c", "7z"],
    ["\xfd7zXZ\0", "xz"],
    ["BZh91AY&SY", "bzip2"],
    ["MSCF\0\0\0\0", "cab"],
  ])("an archive that starts with %j is refused by its format", async (magic, formato) => {
    expect(await outcomesOf(Buffer.concat([Buffer.from(magic, "latin1"), Buffer.alloc(100)]))).toEqual([
      `1 null ! pacote-formato ${formato}`,
    ]);
  });

  test("a ZIP is reported as protected when all its entries are encrypted", async () => {
    const entry = { nome: "n.xml", dados: NFE, flags: 1 };
    expect(await outcomesOf(writeZip([entry, entry]))).toEqual(["1 null ! pacote-protegido zip"]);
  });
});

describe("opening files with documents and other content", () => {
  test.each<[string, string, string[]]>([
    [
      "two concatenated documents",
      NFE + makeNfe(2),
      ["1 [texto 2]", "1/1 documento.xml = NFE", `1/2 documento.xml = ${makeNfe(2)}`],
    ],
    ["a document within text", `Segue a nota\n${NFE}\nObrigado`, ["1 [texto 1]", "1/1 documento.xml = NFE"]],
    ["a document followed by garbage", `${NFE}\n--abc\nlixo`, ["1 [texto 1]", "1/1 documento.xml = NFE"]],
    [
      "blanks and NULs around a document: one file",
      `\ufeff\n${NFE}\n\0\0`,
      [`1 null = \ufeff\n${NFE}\n\0\0`],
    ],
    ["a comment after a document: one file", `${NFE}<!-- fim -->`, [`1 null = ${NFE}<!-- fim -->`]],
    [
      "a SOAP envelope: one file",
      `<?xml version="1.0"?><env:Envelope xmlns:env="e">${bareNfe()}</env:Envelope>`,
      [`1 null = <?xml version="1.0"?><env:Envelope xmlns:env="e">${bareNfe()}</env:Envelope>`],
    ],
    [
      "an HTML page that shows a document",
      `<html><body><pre>${bareNfe().replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre></body></html>`,
      ["1 [texto 1]", `1/1 documento.xml = ${bareNfe()}`],
    ],
  ])("a file is split as listed: %s", async (_, text, lines) => {
    expect(await outcomesOf(Buffer.from(text))).toEqual(lines);
  });
});

test("one budget covers all nested contents of an e-mail", async () => {
  const zip = writeZip([{ nome: "a", dados: "x".repeat(1000) }]);
  const budget = createBudget({ infladoBytes: 2500 });
  const motivos: string[] = [];
  for (const caminho of ["1", "2", "3"]) {
    for await (const { abertura } of unpackPart(toPart({ caminho, nome: null, bytes: zip }), budget)) {
      if (abertura.kind === "recusado") motivos.push(`${caminho} ${abertura.motivo}`);
    }
  }
  expect(motivos).toEqual(["3 pacote-grande-demais"]);
  const gzips = writeZip(
    ["a", "b", "c"].map((nome) => ({ nome, dados: gzipSync("x".repeat(1000)), guardado: true })),
  );
  expect((await outcomesOf(gzips, { limites: { infladoBytes: gzips.length + 2500 } })).at(-1)).toMatch(
    /grande-demais/,
  );
  const mixed = writeTnef([
    {
      nome: "z",
      dados: writeZip([{ nome: "m.eml", dados: writeMultipart([base64(OCTET, gzipSync(NFE))]) }]),
    },
  ]);
  expect((await outcomesOf(writeSigned(mixed))).at(-1)).toBe("1/1/1/1/1/1 x = NFE");
  expect((await outcomesOf(writeSigned(mixed), { limites: { niveis: 4 } })).at(-1)).toMatch(
    /pacote-fundo-demais gzip$/,
  );
  expect(ARCHIVE_LIMITS.niveis).toBeGreaterThan(ARCHIVE_LIMITS.mensagens + ARCHIVE_LIMITS.profundidade);
});

function flip(bytes: Buffer, at: number, bit = 1): Buffer {
  const copy = Buffer.from(bytes);
  const place = at < 0 ? copy.length + at : at;
  copy[place] = (copy[place] ?? 0) ^ bit;
  return copy;
}

function hasOpenssl(): boolean {
  try {
    execFileSync(OPENSSL, ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
