import { expect, test } from "vitest";
import { readEmail } from "./read-email.ts";
import { writeEmail } from "./write-email.ts";

test("the reader shows subject and text of an e-mail, decoded", async () => {
  const texto =
    "Olá, Müller!\r\nAbra https://malote.example/usuario_convidado/setup/abcDEF=123?x=1&y=2 até amanhã.\r\n";
  const raw = await writeEmail({
    de: { nome: "Malote", endereco: "nao-responda@malote.example" },
    para: "alguem@casa.example",
    data: new Date(0),
    assunto: "Convite para a conta “Ipê do Largo” — confirmação",
    texto,
    html: "<p>outro</p>",
    anexos: [{ nome: "a.txt", tipo: "text/plain", bytes: Buffer.from("anexo") }],
  });
  const lido = readEmail(raw);
  expect(lido.assunto).toBe("Convite para a conta “Ipê do Largo” — confirmação");
  expect(lido.texto.trimEnd()).toBe(texto.replaceAll("\r\n", "\n").trimEnd());
});

test("the reader shows the HTML of an e-mail with its embedded images", async () => {
  const raw = await writeEmail({
    de: { nome: "Malote", endereco: "nao-responda@malote.example" },
    para: "alguem@casa.example",
    data: new Date(0),
    assunto: "Com marca",
    texto: "sem marca",
    html: '<p>ação</p><img src="cid:marca@malote"><img src="cid:nada@malote">',
    anexos: [{ nome: "marca.png", tipo: "image/png", bytes: Buffer.from("png"), cid: "marca@malote" }],
  });
  expect(readEmail(raw).html?.trim()).toBe(
    '<p>ação</p><img src="data:image/png;base64,cG5n"><img src="cid:nada@malote">',
  );
  expect(readEmail(raw).texto.trim()).toBe("sem marca");
});

test("the reader shows nothing for bytes that are not an e-mail", () => {
  expect(readEmail(Buffer.from([0, 255, 10, 13]))).toMatchObject({ assunto: "", html: null });
});
