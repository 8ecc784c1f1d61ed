import { newId } from "../../src/db/index.ts";
import type { TestContext } from "../setup/context.ts";

type Owner = Pick<TestContext, "asOwner">;

/** Fields of an auditor record that a test may set; the rest is invented. */
export type NewAuditor = {
  chave: string;
  tipo: string;
  status: number;
  evento: string;
  numero: number | null;
  emitente: string;
  cnpjEmitente: string;
  empresaId: string | null;
};

/** Inserts one auditor record; returns its id. */
export async function insertAuditor(
  { asOwner }: Owner,
  contaId: string,
  o: Partial<NewAuditor> & { chave: string },
): Promise<string> {
  const id = newId();
  const { tipo = "NFe", status = 1, evento = "2026-10-15T12:00:00Z", numero = null, empresaId = null } = o;
  const { emitente = "Moinho Estrela-Guia S.A.", cnpjEmitente = "11444777000161" } = o;
  await asOwner(
    `INSERT INTO auditor (conta_id, id, empresa_id, tipo, tipo_nota, chave, tp_evento, c_sit_nfe, desc_evento, texto, data_evento, data_emissao, numero_nota,
       nome_emitente, cnpj_emitente, origem, criado_em, alterado_em)
     VALUES ($1, $2, $3, $4, 'NFe', $5, $6, $7, 'x', 'x', $8, $8, $9, $10, $11, 'distribuicao', now(), now())`,
    [
      contaId,
      id,
      empresaId,
      tipo,
      o.chave,
      tipo === "Evento" ? "110110" : "",
      status,
      evento,
      numero,
      emitente,
      cnpjEmitente,
    ],
  );
  return id;
}

/** Adds attachments to an existing e-mail, with the name and type that its sender declared. */
export async function insertAnexos(
  { asOwner }: Owner,
  contaId: string,
  {
    emailId,
    anexos,
  }: {
    emailId: string;
    anexos: readonly { nome: string | null; tipo: string; embutida?: boolean }[];
  },
): Promise<void> {
  for (const [at, { nome, tipo, embutida = false }] of anexos.entries()) {
    await asOwner(
      `INSERT INTO anexo (conta_id, id, email_id, caminho, nome, tipo, tamanho, sha256, embutida, destino)
       VALUES ($1, $2, $3, $4, $5, $6, 10, $7, $8, 'nao-dfe')`,
      [contaId, newId(), emailId, String(at + 1), nome, tipo, newId(), embutida],
    );
  }
}

/** Fields of an e-mail that a test may set; the rest is invented. */
export type NewEmail = {
  assunto: string;
  corpo: string | null;
  remetente: string;
  nome: string | null;
  destinatario: string;
  data: string;
  extraidos: number;
  problemas: number;
  importado: boolean;
};

/** Inserts one e-mail that was already read; returns its id. */
export async function insertEmail(
  { asOwner }: Owner,
  contaId: string,
  o: Partial<NewEmail>,
): Promise<string> {
  const id = newId();
  const { assunto = "Bom dia", corpo = null, remetente = "ana@moinho.test", nome = null } = o;
  const { destinatario = "notas@nossa.test", data = "2026-10-15T12:00:00Z", importado = false } = o;
  await asOwner(
    `INSERT INTO email (conta_id, id, assunto, corpo_mensagem, remetente, remetente_nome, destinatario, data, recebida_em, tamanho, estado, extraidos,
       problemas, importado)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, 10, 'lido', $9, $10, $11)`,
    [
      contaId,
      id,
      assunto,
      corpo,
      remetente,
      nome,
      destinatario,
      data,
      o.extraidos ?? 0,
      o.problemas ?? 0,
      importado,
    ],
  );
  return id;
}
