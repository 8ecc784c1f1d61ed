import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;

beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(async () => {
  await pipeline.dispose();
});

type SeenPart = { caminho: string; destino: string; motivo: string | null; detalhe: string | null };

/** Returns the newest e-mail and its parts. */
async function collectNewest(): Promise<{
  chaves: string[];
  estado: string;
  partes: number;
  anexos: SeenPart[];
}> {
  expect(await pipeline.collect()).toEqual([]);
  const [email] = await pipeline.asOwner<{ id: string; chaves: string[]; estado: string; partes: number }>(
    `SELECT id, chaves_sem_xml AS chaves, estado, partes FROM email ORDER BY recebida_em DESC, id DESC LIMIT 1`,
  );
  const anexos = await pipeline.asOwner<SeenPart>(
    "SELECT caminho, destino, motivo, detalhe FROM anexo WHERE email_id = $1 ORDER BY caminho",
    [email?.id],
  );
  if (email === undefined) throw new Error("no e-mail was received");
  return { ...email, anexos };
}

function emit() {
  const { environment: palco } = pipeline.sandbox;
  const fornecedor = palco.pickFornecedor();
  return { palco, fornecedor, nota: palco.emitNota({ fornecedor }) };
}

const groups = (chave: string): string => chave.replace(/.{4}(?=.)/g, "$& ");
const pdf = (chave: string) => ({
  nome: "danfe.pdf",
  tipo: "application/pdf",
  bytes: writePdf(["DANFE", groups(chave)]),
});

test("an e-mail with only a PDF names its nota, and the chave is stored", async () => {
  const { palco, fornecedor, nota } = emit();
  await palco.sendEmail({
    de: fornecedor,
    assunto: "DANFE",
    texto: "Segue.",
    anexos: [pdf(nota.chaveAcesso)],
  });
  const { chaves, estado, anexos } = await collectNewest();
  expect([chaves, estado]).toEqual([[nota.chaveAcesso], "lido"]);
  expect(anexos.at(-1)).toEqual({
    caminho: "1",
    destino: "nao-dfe",
    motivo: "so-pdf",
    detalhe: `NF-e ${Number(nota.chaveAcesso.slice(25, 34))} (chave ${nota.chaveAcesso})`,
  });
});

test("a chave in the text is stored only when the XML is missing", async () => {
  const { palco, fornecedor, nota } = emit();
  const texto = `Emitimos a nota de chave ${groups(nota.chaveAcesso)}.`;
  await palco.sendEmail({ de: fornecedor, assunto: "Aviso", texto, anexos: [] });
  expect((await collectNewest()).chaves).toEqual([nota.chaveAcesso]);
  const xml = { nome: "n.xml", tipo: "application/xml", bytes: Buffer.from(nota.procXml) };
  await palco.sendEmail({ de: fornecedor, assunto: "NF-e", texto, anexos: [pdf(nota.chaveAcesso), xml] });
  const { chaves, anexos } = await collectNewest();
  expect(chaves).toEqual([]);
  expect(anexos.map(({ caminho, motivo }) => `${caminho} ${motivo}`)).toEqual([
    "0 corpo-da-mensagem",
    "1 pdf",
    "2 null",
  ]);
});

test("a nota pasted into the body is read, and the body is marked as its source", async () => {
  const { palco, fornecedor, nota } = emit();
  await palco.sendEmail({
    de: fornecedor,
    assunto: "NF-e",
    texto: `Segue o XML:\n\n${nota.procXml}\n\nAbs`,
    anexos: [],
  });
  const { anexos, partes } = await collectNewest();
  expect(anexos.map(({ caminho, destino, motivo }) => [caminho, destino, motivo])).toEqual([
    ["0", "nao-dfe", "corpo-com-dfe"],
    ["0/1", "nota", expect.toSatisfy((motivo) => motivo === null || motivo === "reparada")],
  ]);
  expect(partes).toBe(1);
  const [stored] = (await pipeline.notas()).filter(({ chave }) => chave === nota.chaveAcesso);
  expect(stored).toMatchObject({ quarentena: false, veredito: "autentica" });
});

test("an XML after an undeclared MIME boundary is found, and its part records how", async () => {
  const { nota } = emit();
  const lines = Buffer.from(nota.procXml).toString("base64").replace(/.{76}/g, "$&\r\n");
  const part = `--certa\r\nContent-Type: application/xml; name="nota.xml"\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n--certa--\r\n`;
  const head =
    'From: a@fornecedor.example\r\nTo: b@nossa.example\r\nSubject: NF-e\r\nContent-Type: multipart/mixed; boundary="errada"';
  pipeline.sandbox.putEmail(Buffer.from(`${head}\r\n\r\n${part}`));
  const { anexos } = await collectNewest();
  expect(anexos.slice(1)).toMatchObject([
    { caminho: "1", destino: "pacote", motivo: "resgate-fora-de-anexo", detalhe: "base64" },
    { caminho: "1/1", destino: "nota" },
  ]);
});

/** A PDF with one page of these lines.   @source ISO 32000-1 §7.3 */
function writePdf(lines: readonly string[]): Buffer {
  const text = lines.map((line, i) => `BT /F1 9 Tf 40 ${800 - i * 12} Td (${line}) Tj ET`).join("\n");
  const stream = deflateSync(Buffer.from(text));
  return Buffer.concat([
    Buffer.from(
      "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n",
    ),
    Buffer.from(
      "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n",
    ),
    Buffer.from(`4 0 obj\n<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
    stream,
    Buffer.from(
      "\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n",
    ),
  ]);
}
