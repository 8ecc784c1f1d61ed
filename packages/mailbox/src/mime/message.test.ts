import { describe, expect, test } from "vitest";
import { multipart, raw, read } from "../tests/raw-message.ts";
import { parseMessage } from "./message.ts";

const UTF8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
const XML = '<?xml version="1.0" encoding="ISO-8859-1"?>\r\n<a>\xe3\t \r\n</a>';

describe("reading message headers", () => {
  test("encoded words, names and dates in headers are decoded", async () => {
    const message = await read(
      raw(
        "From: =?utf-8?Q?Jo=C3=A3o_da_Silva?= <nfe@fornecedor.com.br>",
        "To: Recebe <xml@cliente.com.br>, outro@cliente.com.br",
        "Subject: =?iso-8859-1?Q?Nota_n=BA_12?=",
        "Message-ID: <1@fornecedor.com.br>",
        "Date: Fri, 20 Nov 2026 10:00:00 -0300 (BRT)",
        "",
        "corpo",
      ),
    );
    expect(message).toMatchObject({
      messageId: "<1@fornecedor.com.br>",
      assunto: "Nota nº 12",
      remetente: "nfe@fornecedor.com.br",
      remetenteNome: "João da Silva",
      destinatario: "xml@cliente.com.br",
      data: new Date("2026-11-20T13:00:00Z"),
      corpoTexto: "corpo",
      corpoHtml: null,
      partes: [],
      incompleta: null,
    });
  });

  test.each([
    ["Windows-1252", "Emiss\xe3o", "Jos\xe9"],
    ["UTF-8", UTF8("Emissão"), UTF8("José")],
  ])("raw 8-bit headers are decoded: %s", async (_, subject, name) => {
    const message = await read(raw(`From: "${name}" <a@b.com>`, `Subject: ${subject}`, "", "x"));
    expect([message.assunto, message.remetenteNome]).toEqual(["Emissão", "José"]);
  });

  test("an invalid or absent date of a message is null, not the current time", async () => {
    expect((await read(raw("From: a@b", "Date: ontem", "", "x"))).data).toBeNull();
    expect((await read(raw("From: a@b", "", "x"))).data).toBeNull();
  });

  test("removes control characters and bounds header text", async () => {
    const message = await read(
      raw("From: a@b", `Subject: a\0b\x07${"x".repeat(5000)}`, "", "corpo\0 com zero"),
    );
    expect(message.assunto).toHaveLength(998);
    expect(message.assunto?.startsWith("a b x")).toBe(true);
    expect(message.corpoTexto).toBe("corpo com zero");
  });

  test("bounds a Message-ID so that it fits the database index", async () => {
    const { messageId } = await read(raw("From: a@b", `Message-ID: <${UTF8("ção").repeat(300)}@b>`, "", "x"));
    expect(messageId).toMatch(/^<ção/);
    expect(messageId).toHaveLength(250);
  });

  test("a message without From and To uses Return-Path and Delivered-To", async () => {
    const message = await read(raw("Return-Path: <volta@b.com>", "Delivered-To: caixa@c.com", "", "x"));
    expect([message.remetente, message.destinatario]).toEqual(["volta@b.com", "caixa@c.com"]);
  });
});

describe("the bytes and numbers of parts", () => {
  const bytes = Buffer.from(XML, "latin1");
  const qp = bytes
    .toString("latin1")
    .replace(
      /[=\x80-\xff\t]| (?=\r)/g,
      (c) => `=${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    );

  test.each<[string, string[], string]>([
    ["base64", ["Content-Transfer-Encoding: base64"], bytes.toString("base64").replace(/.{76}/g, "$&\r\n")],
    ["quoted-printable", ["Content-Transfer-Encoding: quoted-printable"], qp],
    ["8bit", ["Content-Transfer-Encoding: 8bit"], XML],
    ["none", [], XML],
  ])("a part keeps its bytes with transfer encoding: %s", async (_, encoding, content) => {
    for (const tipo of [
      "application/xml",
      "text/xml; charset=iso-8859-1",
      "application/octet-stream",
      "text/plain",
    ]) {
      const header = [`Content-Type: ${tipo}; name="nota.xml"`, ...encoding];
      const message = await read(multipart([[header, content]]));
      expect(message.partes).toHaveLength(1);
      expect(Buffer.from(message.partes[0]?.bytes ?? []).equals(bytes), tipo).toBe(true);
    }
  });

  test("a named text part is an attachment even inline, and not the body", async () => {
    const header = [
      'Content-Type: text/plain; name="nota.xml"',
      'Content-Disposition: inline; filename="nota.xml"',
    ];
    const message = await read(
      multipart([
        [["Content-Type: text/plain"], "Segue a nota."],
        [header, XML],
      ]),
    );
    expect(message.corpoTexto).toBe("Segue a nota.");
    expect(message.partes.map((part) => part.nome)).toEqual(["nota.xml"]);
  });

  test("a message that is only a named text has it as part and as body", async () => {
    const message = await read(raw("From: a@b", "Content-Type: text/plain; name=corpo.txt", "", "Ol\xe1"));
    expect(message.partes).toHaveLength(1);
    expect(message.corpoTexto).toBe("Olá");
  });

  test("a message with only an XML has one part", async () => {
    const message = await read(raw("From: a@b", "Content-Type: application/xml", "", XML));
    expect(Buffer.from(message.partes[0]?.bytes ?? []).equals(bytes)).toBe(true);
    expect(message.partes[0]).toMatchObject({ caminho: "1", nome: null, tipo: "application/xml" });
  });

  test("parts are numbered in message order, without containers", async () => {
    const inner = [
      "--y",
      "Content-Type: application/pdf",
      "",
      "b",
      "--y",
      "Content-Type: text/xml",
      "",
      "c",
      "--y--",
    ];
    const message = await read(
      multipart([
        [["Content-Type: application/zip"], "a"],
        [["Content-Type: multipart/mixed; boundary=y"], inner.join("\r\n")],
        [["Content-Type: application/xml"], "d"],
      ]),
    );
    expect(message.partes.map((part) => [part.caminho, Buffer.from(part.bytes).toString()])).toEqual([
      ["1", "a"],
      ["2", "b"],
      ["3", "c"],
      ["4", "d"],
    ]);
  });

  test("a forwarded message stays one part and can be parsed again", async () => {
    const inner = multipart([[["Content-Type: application/xml; name=n.xml"], "<a/>"]]).toString("latin1");
    const nested = inner.replaceAll("=_x", "=_y");
    for (const disposition of ["attachment; filename=encaminhada.eml", "inline"]) {
      const header = ["Content-Type: message/rfc822", `Content-Disposition: ${disposition}`];
      const message = await read(multipart([[header, nested]]));
      expect(message.partes.map((part) => part.tipo)).toEqual(["message/rfc822"]);
      const again = await read(message.partes[0]?.bytes ?? Buffer.alloc(0));
      expect(again.partes.map((part) => part.nome)).toEqual(["n.xml"]);
    }
  });

  test("a delivery report is a part", async () => {
    const message = await read(multipart([[["Content-Type: message/delivery-status"], "Action: failed"]]));
    expect(message.partes.map((part) => part.tipo)).toEqual(["message/delivery-status"]);
  });

  test("a boundary line padded with blanks is recognized", async () => {
    const padded = multipart([
      [["Content-Type: text/plain"], "corpo"],
      [["Content-Type: application/xml"], "<a/>"],
    ]).toString("latin1");
    const message = await read(Buffer.from(padded.replace(/^(--=_x(--)?)$/gm, "$1 \t"), "latin1"));
    expect(message.corpoTexto).toBe("corpo");
    expect(message.partes.map((part) => Buffer.from(part.bytes).toString())).toEqual(["<a/>"]);
  });

  test("other lines that start with two dashes keep their blanks", async () => {
    const signature = "-- \r\n--outra  \r\nfim";
    const message = await read(multipart([[["Content-Type: application/x-a"], signature]]));
    expect(Buffer.from(message.partes[0]?.bytes ?? []).toString()).toBe(signature);
  });
});

describe("names and types of parts", () => {
  test.each<[string, string]>([
    ['Content-Disposition: attachment; filename="nota.xml"', "nota.xml"],
    ["Content-Disposition: attachment; filename*=utf-8''S%C3%A3o%20Paulo.xml", "São Paulo.xml"],
    ["Content-Disposition: attachment; filename*0*=iso-8859-1''S%E3o; filename*1=\" P.xml\"", "São P.xml"],
    ['Content-Disposition: attachment; filename="=?utf-8?B?U8OjbyBQYXVsby54bWw=?="', "São Paulo.xml"],
    [`Content-Disposition: attachment; filename="${UTF8("São.xml")}"`, "São.xml"],
    ['Content-Disposition: attachment; filename="S\xe3o.xml"', "São.xml"],
    ['Content-Disposition: attachment; filename="a\0b.xml"', "a b.xml"],
    ["Content-Description: sem nome", ""],
  ])("the name of a part is read from: %s", async (header, name) => {
    const message = await read(multipart([[["Content-Type: application/xml", header], "<a/>"]]));
    expect(message.partes[0]?.nome ?? "").toBe(name);
  });

  test.each([
    ["Content-Type: Application/XML; charset=utf-8", "application/xml"],
    ["Content-Type: application/octet-stream; name=n.xml", "application/octet-stream"],
    ["Content-Type: nada", "application/octet-stream"],
    ["Content-Disposition: attachment", "application/octet-stream"],
  ])("a part with %s is of type %s", async (header, tipo) => {
    expect((await read(multipart([[[header], "<a/>"]]))).partes[0]?.tipo).toBe(tipo);
  });

  test("an image shown in the HTML is embutida; an XML with a Content-ID is not", async () => {
    const message = await read(
      multipart([
        [["Content-Type: text/html"], '<img src="cid:logo@x">'],
        [["Content-Type: image/png", "Content-ID: <logo@x>", "Content-Disposition: inline"], "png"],
        [["Content-Type: image/png", "Content-ID: <outra@x>", "Content-Disposition: attachment"], "png"],
        [["Content-Type: application/xml", "Content-ID: <nota@x>", "Content-Disposition: inline"], "<a/>"],
      ]),
    );
    expect(message.corpoHtml).toBe('<img src="cid:logo@x">');
    expect(message.partes.map((part) => [part.contentId, part.embutida])).toEqual([
      ["logo@x", true],
      ["outra@x", false],
      ["nota@x", false],
    ]);
  });

  test("an alternative of text and HTML yields both bodies and no part", async () => {
    const head = "From: a@b\r\nContent-Type: multipart/alternative; boundary=y\r\n\r\n";
    const body = "--y\r\n\r\noi\r\n--y\r\nContent-Type: text/html\r\n\r\n<b>oi</b>\r\n--y--\r\n";
    const message = await read(Buffer.from(head + body));
    expect(message).toMatchObject({ corpoTexto: "oi", corpoHtml: "<b>oi</b>", partes: [] });
  });

  test("an XML in the body stays in the body", async () => {
    expect((await read(raw("From: a@b", "", "<nfeProc/>"))).corpoTexto).toBe("<nfeProc/>");
  });
});

describe("reading invalid and incomplete messages", () => {
  test.each<[string, Buffer, string]>([
    ["an empty message", Buffer.alloc(0), "vazia"],
    ["text without header", Buffer.from("oi\r\ntudo bem\r\n"), "sem-cabecalho"],
    ["binary data", Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)), "sem-cabecalho"],
    ["an XML without headers", Buffer.from("<nfeProc/>"), "sem-cabecalho"],
  ])("%s is unreadable", async (_, bytes, motivo) => {
    expect(await parseMessage(bytes)).toEqual({ kind: "ilegivel", motivo });
  });

  test("a multipart without its declared boundary shows its source", async () => {
    const message = await read(
      raw("From: a@b", "Content-Type: multipart/mixed; boundary=a", "", "--b", "", "texto"),
    );
    expect(message.incompleta).toBe("sem-partes");
    expect(message.corpoTexto).toBe("--b\r\n\r\ntexto");
  });

  test("a truncated message keeps the parts before the cut", async () => {
    const whole = multipart([
      [["Content-Type: application/xml"], "<a/>"],
      [["Content-Type: application/pdf"], "p".repeat(1000)],
    ]);
    const message = await read(whole.subarray(0, whole.length - 500));
    expect(Buffer.from(message.partes[0]?.bytes ?? []).toString()).toBe("<a/>");
    expect(message.partes).toHaveLength(2);
  });

  test("a message with a header of two megabytes is refused", async () => {
    const message = await parseMessage(raw("From: a@b", `X-A: ${"x".repeat(2_000_000)}`, "", "x"));
    expect(message).toEqual({ kind: "ilegivel", motivo: "cabecalho-grande" });
  });

  test("a body over ten megabytes is cut, and the part after it is kept", async () => {
    const lines = "x".repeat(100).concat("\r\n").repeat(110_000);
    const message = await read(
      multipart([
        [["Content-Type: text/plain"], lines],
        [["Content-Type: application/xml"], "<a/>"],
      ]),
    );
    expect(message.incompleta).toBe("corpo-grande");
    expect(message.corpoTexto?.length).toBeGreaterThan(1_000_000);
    expect(message.partes.map((part) => Buffer.from(part.bytes).toString())).toEqual(["<a/>"]);
  });

  test("a message of a thousand nested containers is parsed", async () => {
    const deep = Array.from(
      { length: 1000 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`,
    );
    const message = await read(raw("From: a@b", ...deep, "Content-Type: application/xml", "", "<a/>"));
    expect(message.partes.map((part) => part.tipo)).toEqual(["application/xml"]);
  });
});
