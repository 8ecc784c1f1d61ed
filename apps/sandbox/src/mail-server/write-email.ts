import MailComposer from "nodemailer/lib/mail-composer";

export type Anexo = {
  nome: string;
  tipo: string;
  bytes: Buffer;
  /** Content-ID of an image shown in the text. */
  cid?: string;
};

export type NewEmail = {
  de: { nome: string; endereco: string };
  para: string;
  data: Date;
  assunto: string;
  texto: string;
  html?: string;
  anexos: readonly Anexo[];
};

/** Writes the message as the mailer of a supplier does, with CRLF throughout. */
export async function writeEmail(email: NewEmail): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: email.de.nome, address: email.de.endereco },
    to: email.para,
    date: email.data,
    subject: email.assunto,
    text: email.texto,
    ...(email.html ? { html: email.html } : {}),
    attachments: email.anexos.map((anexo) => ({
      filename: anexo.nome,
      content: anexo.bytes,
      contentType: anexo.tipo,
      ...(anexo.cid ? { cid: anexo.cid, contentDisposition: "inline" as const } : {}),
    })),
  });
  return composer.compile().build();
}

/** Writes a ZIP of files at its root. */
export async function writeZip(
  arquivos: readonly { nome: string; bytes: Buffer }[],
  data: Date,
): Promise<Buffer> {
  // Loaded on demand: archiver takes 100 ms to load, and one scenario needs it.
  const { ZipArchive } = await import("archiver");
  const zip = new ZipArchive({ zlib: { level: 6 } });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    zip.on("data", (chunk: Buffer) => chunks.push(chunk));
    zip.on("end", resolve);
    zip.on("error", reject);
  });
  for (const { nome, bytes } of arquivos) zip.append(bytes, { name: nome, date: data });
  await Promise.all([zip.finalize(), done]);
  return Buffer.concat(chunks);
}
