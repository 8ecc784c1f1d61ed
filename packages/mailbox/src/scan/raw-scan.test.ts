import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseMessage } from "../mime/message.ts";
import { contentsOf } from "../tests/contents.ts";
import {
  bareNfe,
  base64,
  latin1Of,
  type MessagePiece,
  makeNfe,
  writeMultipart,
} from "../tests/message-writer.ts";
import { writeUu } from "../tests/uu-writer.ts";
import { writeZip } from "../tests/zip-writer.ts";

const TEXT: MessagePiece = { header: ["Content-Type: text/plain; charset=utf-8"], content: "Segue a nota." };
const XML = ['Content-Type: application/xml; name="nota.xml"', "Content-Disposition: attachment"];

const mail = (...lines: string[]): Buffer => Buffer.from(lines.join("\r\n"), "latin1");

describe("messages of which parser and raw scan find the same parts", () => {
  const nfe = makeNfe();
  const iso = Buffer.from(makeNfe(1, "ISO-8859-1"), "latin1");
  const assinada = makeNfe(3).replace("</NFe>", "<SignatureValue>YWJj\r\nZGU=\r\n</SignatureValue></NFe>");
  const quoted = [...Buffer.from(nfe)]
    .map((byte) =>
      byte === 61 || byte > 126 ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
    )
    .join("")
    .replace(/.{70}(?!$)(?<!=.?)/g, "$&=\r\n");
  test.each<[string, MessagePiece[]]>([
    ["base64", [TEXT, base64(XML, nfe)]],
    ["base64 in ISO-8859-1", [TEXT, base64(XML, iso)]],
    ["8 bit, with base64 in its lines", [TEXT, { header: XML, content: latin1Of(assinada) }]],
    ["8 bit", [TEXT, { header: XML, content: latin1Of(nfe) }]],
    ["8 bit in ISO-8859-1", [TEXT, { header: XML, content: iso }]],
    [
      "quoted-printable",
      [TEXT, { header: [...XML, "Content-Transfer-Encoding: quoted-printable"], content: quoted }],
    ],
  ])("the raw scan adds nothing to an XML in %s", async (_, pieces) => {
    expect(await contentsOf(writeMultipart(pieces))).toEqual([expect.stringMatching(/^1 <\?xml/)]);
  });

  test("the raw scan adds nothing to archives, images and a body in base64", async () => {
    const zip = writeZip([{ nome: "nota.xml", dados: nfe }]);
    const pieces = [
      base64(
        ["Content-Type: text/plain; charset=utf-8"],
        "Prezados, segue em anexo a nota fiscal do mês corrente.".repeat(5),
      ),
      base64(["Content-Type: application/zip"], zip),
      base64(["Content-Type: image/png; name=logo.png"], Buffer.alloc(3000, "\x89PNG\r\n")),
    ];
    expect((await contentsOf(writeMultipart(pieces))).map((line) => line.slice(0, 12))).toEqual([
      "1 [zip]",
      expect.stringMatching(/^1\/1 <\?xml/),
      expect.stringMatching(/^2 /),
    ]);
  });

  test("a multipart/digest yields its messages, although its parts declare no type", async () => {
    const inner = writeMultipart([TEXT, base64(XML, nfe)]);
    const digest = writeMultipart([{ header: [], content: Buffer.concat([Buffer.from("\r\n"), inner]) }]);
    const bytes = Buffer.from(
      digest.toString("latin1").replace("multipart/mixed", "multipart/digest"),
      "latin1",
    );
    expect(await contentsOf(bytes)).toEqual(["1 [mensagem]", `1/1 ${nfe}`]);
  });

  test("base64 with blank lines, or truncated within a group, is one part", async () => {
    const gz = base64(["Content-Type: application/gzip"], gzipSync(Buffer.from(nfe)));
    const lines = gz.content.toString().split("\r\n");
    const gaps = { ...gz, content: [...lines.slice(0, 2), "", ...lines.slice(2)].join("\r\n") };
    expect(await contentsOf(writeMultipart([gaps]))).toEqual(["1 [gzip]", `1/1 ${nfe}`]);
    const pdf = base64(["Content-Type: application/pdf"], Buffer.alloc(500, "%PDF-1.4"));
    expect(await contentsOf(writeMultipart([{ ...pdf, content: `${pdf.content}Q` }]))).toHaveLength(1);
  });

  test("a SEFAZ distribution response keeps its compressed documents", async () => {
    const zipped = gzipSync(Buffer.from(nfe)).toString("base64");
    const answer = `<retDistDFeInt xmlns="http://www.portalfiscal.inf.br/nfe"><docZip>\r\n${zipped}\r\n</docZip></retDistDFeInt>`;
    expect(await contentsOf(writeMultipart([{ header: XML, content: answer }]))).toEqual([`1 ${answer}`]);
  });

  test("a forwarded message is scanned once, when it is opened", async () => {
    const inner = writeMultipart([
      TEXT,
      base64(XML, nfe),
      { header: XML, content: latin1Of(makeNfe(2)) },
      base64(XML, gzipSync(nfe)),
    ]);
    const found = await contentsOf(
      writeMultipart([TEXT, { header: ["Content-Type: message/rfc822"], content: inner }]),
    );
    expect(found).toEqual(["1 [mensagem]", `1/1 ${nfe}`, `1/2 ${makeNfe(2)}`, "1/3 [gzip]", `1/3/1 ${nfe}`]);
  });

  const RFC822 = ["Content-Type: message/rfc822"];
  const forward = (number: number): Buffer =>
    writeMultipart([TEXT, base64(XML, makeNfe(number))], {
      head: ["From: nfe@fornecedor.example", `X-Longo: ${"a".repeat(300)}`],
      boundary: "a",
    }).subarray(0);
  const sameLine = (raw: Buffer): Buffer =>
    Buffer.from(raw.toString("latin1").replace(/=_[0-9a-f]{12}/g, "a"), "latin1");
  const opened = (count: number, numeroOf: (i: number) => number): string[] =>
    Array.from({ length: count }, (_, i) => [
      `${i + 1} [mensagem]`,
      `${i + 1}/1 ${makeNfe(numeroOf(i))}`,
    ]).flat();

  test("a forward that occurs twice, and once in base64, is scanned where it is opened", async () => {
    const inner = sameLine(forward(1));
    const content = inner.toString("latin1");
    const pieces = [{ header: RFC822, content }, base64(RFC822, inner), { header: RFC822, content }];
    expect(await contentsOf(writeMultipart(pieces))).toEqual(opened(3, () => 1));
  });

  test("many forwards with equal starts are scanned where they are opened", async () => {
    const pieces = Array.from({ length: 25 }, (_, i) => ({
      header: RFC822,
      content: sameLine(forward(i + 1)).toString("latin1"),
    }));
    const split = await parseMessage(writeMultipart(pieces));
    expect(split.kind === "mensagem" && split.mensagem.partes.map(({ origem }) => origem)).toEqual(
      Array(25).fill("anexo"),
    );
  });

  test("a forward with padded boundaries is scanned once", async () => {
    const inner = writeMultipart([TEXT, base64(XML, nfe)])
      .toString("latin1")
      .replace(/^(--\S+)$/gm, "$1  ");
    const raw = writeMultipart([TEXT, { header: RFC822, content: inner.replace(/^(--=\S+)\r/gm, "$1  \r") }]);
    expect(await contentsOf(raw)).toEqual(["1 [mensagem]", `1/1 ${nfe}`]);
  });

  test("a quoted-printable forward with base64 and uuencode is scanned once", async () => {
    const inner = writeMultipart([
      { header: ["Content-Type: text/plain"], content: writeUu("outra.xml", makeNfe(2)).join("\r\n") },
      base64(XML, nfe),
      base64(["Content-Type: application/gzip"], gzipSync(nfe)),
    ]);
    const content = inner.toString("latin1").replaceAll("=", "=3D");
    const header = [...RFC822, "Content-Transfer-Encoding: quoted-printable"];
    const found = await contentsOf(writeMultipart([{ header, content }]));
    expect(found.filter((line) => line.startsWith("1 "))).toEqual(["1 [mensagem]"]);
    expect(found.filter((line) => !line.startsWith("1"))).toEqual([]);
  });
});

describe("recovering from the raw message what the parser loses", () => {
  const nfe = makeNfe(7);
  const lost: [string, Buffer, string][] = [
    [
      "another boundary than declared",
      writeMultipart([TEXT, base64(XML, nfe)], { boundary: "outra" }),
      "base64",
    ],
    [
      "a missing blank line after the part header",
      Buffer.from(
        writeMultipart([TEXT, base64(XML, nfe)])
          .toString("latin1")
          .replace("base64\r\n\r\n", "base64\r\n"),
        "latin1",
      ),
      "base64",
    ],
    [
      "a base64 part without its encoding header",
      writeMultipart([TEXT, { header: ["Content-Type: application/x"], content: base64([], nfe).content }]),
      "base64",
    ],
    [
      "a plain part declared as base64",
      writeMultipart([
        TEXT,
        { header: [...XML, "Content-Transfer-Encoding: base64"], content: latin1Of(nfe) },
      ]),
      "texto",
    ],
    [
      "a quoted-printable part with another boundary than declared",
      writeMultipart(
        [
          TEXT,
          {
            header: [...XML, "Content-Transfer-Encoding: quoted-printable"],
            content: latin1Of(nfe)
              .replaceAll("=", "=3D")
              .replace(/[\x80-\xff]/g, (c) => `=${c.charCodeAt(0).toString(16).toUpperCase()}`)
              .replace("infNFe Id", "infN=\r\nFe Id"),
          },
        ],
        { boundary: "outra" },
      ),
      "quoted-printable",
    ],
    [
      "a base64 attachment pasted into the body",
      mail("From: a@b", "Subject: x", "", "Segue:", "", base64([], nfe).content.toString(), "", "Abs"),
      "base64",
    ],
  ];
  test.each(lost)("the raw scan recovers a document from %s", async (_, raw, escrita) => {
    const found = await contentsOf(raw);
    expect(found.filter((line) => line.endsWith(`[resgate ${escrita}]`))).toHaveLength(1);
    expect(found.filter((line) => line.startsWith("0/"))).toEqual([]);
    expect(found.filter((line) => line.includes("<nNF>7</nNF>") && line.includes("São João"))).toHaveLength(
      1,
    );
  });

  test("the raw scan recovers a ZIP with its name", async () => {
    const zip = writeZip([{ nome: "nota.xml", dados: nfe }]);
    const raw = writeMultipart([TEXT, base64(['Content-Type: application/zip; name="julho.zip"'], zip)], {
      boundary: "outra",
    });
    const split = await parseMessage(raw);
    expect(split.kind === "mensagem" && split.mensagem.partes).toMatchObject([
      { nome: "julho.zip", origem: "resgate", escrita: "base64" },
    ]);
    expect(await contentsOf(raw)).toEqual(["1 [resgate base64]", "1/1 [zip]", `1/1/1 ${nfe}`]);
  });

  test("the raw scan decodes quoted-printable with padded soft breaks", async () => {
    const content = latin1Of(nfe)
      .replaceAll("=", "=3D")
      .replace(/[\x80-\xff]/g, (c) => `=${c.charCodeAt(0).toString(16).toUpperCase()}`)
      .replace("infNFe Id", "infN= \t\r\nFe Id");
    const found = await contentsOf(writeMultipart([TEXT, { header: XML, content }], { boundary: "outra" }));
    expect(found).toContain(`1/1 ${nfe}`);
  });

  test("each recovered document has the name that precedes it", async () => {
    const parts = [1, 2, 3].map((i) => ({
      header: [
        `Content-Type: application/xml; name="${i}.xml"`,
        "Content-Transfer-Encoding: quoted-printable",
      ],
      content: `${"a".repeat(2_000)}\r\nname="${i}.xml"\r\n${bareNfe(i)
        .replaceAll("=", "=3D")
        .replaceAll(/[^\x20-\x7e]/g, "")}`,
    }));
    const raw = mail("From: a@b", "", parts.map(({ content }) => content).join("\r\n"), "");
    const split = await parseMessage(raw);
    expect(split.kind === "mensagem" && split.mensagem.partes.map(({ nome }) => nome)).toEqual([
      "1.xml",
      "2.xml",
      "3.xml",
    ]);
  });

  test("the raw scan recovers a uuencode attachment", async () => {
    const raw = mail("From: a@b", "Subject: x", "", "Segue.", "", ...writeUu("nota.xml", nfe), "");
    expect(await contentsOf(raw)).toEqual(["1 [resgate uuencode]", `1/1 ${nfe}`]);
  });

  test("the XML is extracted from a part that includes the next part", async () => {
    const raw = writeMultipart([
      {
        header: XML,
        content: latin1Of(`${nfe}\r\n--sem-fim\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4`),
      },
    ]);
    expect(await contentsOf(raw)).toEqual(["1 [texto]", `1/1 ${nfe}`]);
  });

  test("a message truncated within the XML has one damaged file, not two", async () => {
    const raw = writeMultipart([TEXT, { header: XML, content: latin1Of(nfe) }]);
    expect(await contentsOf(raw.subarray(0, raw.length - 120))).toHaveLength(1);
  });
});

describe("extracting documents pasted into the body", () => {
  const bare = bareNfe(9);
  const escaped = bare.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const html = (body: string): Buffer =>
    mail("From: a@b", "Subject: x", "Content-Type: text/html; charset=utf-8", "", latin1Of(body));
  test.each<[string, Buffer]>([
    [
      "plain text",
      mail("From: a@b", "Content-Type: text/plain; charset=utf-8", "", `Segue:\r\n${latin1Of(bare)}\r\nAbs`),
    ],
    [
      "plain text in Windows-1252",
      mail("From: a@b", "Content-Type: text/plain; charset=windows-1252", "", bare),
    ],
    ["escaped in HTML", html(`<html><body><p>Segue</p><pre>${escaped}</pre></body></html>`)],
    [
      "escaped with colours",
      html(
        `<div>${escaped.replaceAll("&lt;", '<span style="color:red">&lt;').replaceAll("&gt;", "&gt;</span>")}</div>`,
      ),
    ],
    ["unescaped in HTML", html(`<div>Segue<br>${bare}<br></div>`)],
    ["as the whole body, with its declaration", mail("From: a@b", "", latin1Of(makeNfe(9)))],
  ])("a pasted document is extracted: %s", async (_, raw) => {
    expect(await contentsOf(raw)).toEqual([`0/1 ${bare}`]);
  });

  test("a document in both text and HTML is extracted once", async () => {
    const alternative = ["Content-Type: multipart/alternative; boundary=z"];
    const inner = [
      "--z",
      "Content-Type: text/plain; charset=utf-8",
      "",
      latin1Of(bare),
      "--z",
      "Content-Type: text/html; charset=utf-8",
      "",
      latin1Of(`<p>${escaped}</p>`),
      "--z--",
    ];
    expect(await contentsOf(mail("From: a@b", ...alternative, "", ...inner))).toEqual([`0/1 ${bare}`]);
  });

  test("a text with a wrong charset yields the bytes as sent", async () => {
    const iso = makeNfe(9, "ISO-8859-1");
    expect(await contentsOf(mail("From: a@b", "Content-Type: text/plain; charset=utf-8", "", iso))).toEqual([
      `0/1 ${Buffer.from(iso.replace(/^<\?xml[^>]*>/, ""), "latin1")}`,
    ]);
  });

  test.each([
    "O campo <nfeProc> do layout não veio, favor reenviar <NFe>",
    "evento <evento> de fim de ano &lt;evento&gt;",
    "<a href='http://www.portalfiscal.inf.br/nfe'>portal</a>",
  ])("prose with the name of a tag is not a document: %s", async (text) => {
    expect(await contentsOf(mail("From: a@b", "", latin1Of(text)))).toEqual([]);
  });
});
