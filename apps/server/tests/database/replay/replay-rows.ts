import { newId } from "../../../src/db/index.ts";
import { hashToken } from "../../../src/secrets/token.ts";
import { insertRegistros } from "../../../src/services/registro/registro.rows.ts";
import type { TestContext } from "../../setup/context.ts";
import { insertNotas, inventChave, inventNota } from "../../setup/invent-notas.ts";

/** Ids that a call names: of existing entities of another owner, or of nothing. */
export type EntityIds = {
  empresa: string;
  cnpj: string;
  nota: string;
  quarentena: string;
  chave: string;
  /** CNPJ and a word from the name of the emitente. */
  fornecedor: string;
  nameWord: string;
  numero: number;
  evento: string;
  email: string;
  anexo: string;
  pdf: string;
  importacao: string;
  anexoErro: string;
  exportacao: string;
  repositorio: string;
  auditor: string;
  /** A record of a document whose XML is missing. */
  faltando: string;
  /** A view that is shared with the conta. */
  visao: string;
  lote: string;
  caixa: string;
  /** A word from the sign-in names of the conta's users. */
  userWord: string;
  usuario: string;
  invited: string;
  sessao: string;
  apiToken: string;
  webhook: string;
  entrega: string;
  /** Name for an entity that the call creates. */
  newName: string;
};

/**
 * One empresa with one of every entity, whose texts all contain `mark`. Users and mailboxes, which
 * belong to no empresa, contain `peopleMark`.
 */
export type FilledEmpresa = { ids: EntityIds; mark: string; peopleMark: string };

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Completes the e-mail that brought the documents: header, body, a PDF and the original message. */
export async function addEmail(
  t: TestContext,
  contaId: string,
  { ids, mark: marca, peopleMark: gente }: FilledEmpresa,
): Promise<void> {
  ids.caixa = (await t.createCaixa(contaId, { usuario: `${gente}@caixa.test` })).caixaId;
  await t.asOwner("UPDATE caixa_email SET descricao = $3, ultimo_erro = $3 WHERE conta_id = $1 AND id = $2", [
    contaId,
    ids.caixa,
    gente,
  ]);
  const original = await t.ctx.blobs.put(contaId, Buffer.from(`Subject: ${marca}\r\n\r\n${marca}`));
  const pdf = await t.ctx.blobs.put(contaId, Buffer.from(`%PDF-1.4 ${marca}`));
  await t.asOwner(
    `UPDATE email SET sha256 = $3, caixa_id = $4, assunto = $5, remetente = $6, remetente_nome = $5, destinatario = $5, corpo_mensagem = $5,
       corpo_html = $5, partes = 3, extraidos = 2, problemas = 0, estado = 'lido' WHERE conta_id = $1 AND id = $2`,
    [
      contaId,
      ids.email,
      original.sha256,
      ids.caixa,
      `${ids.nameWord} ${marca}`,
      `${ids.nameWord}@${marca}.test`,
    ],
  );
  ids.pdf = newId();
  await t.asOwner(
    `INSERT INTO anexo (conta_id, id, email_id, caminho, nome, tipo, tamanho, sha256, destino, motivo, detalhe)
     VALUES ($1, $2, $3, '9', $4, 'application/pdf', $5, $6, 'nao-dfe', 'pdf', $4)`,
    [contaId, ids.pdf, ids.email, `${marca}.pdf`, pdf.tamanho, pdf.sha256],
  );
}

const INSERT_EMAIL = `INSERT INTO email (conta_id, id, importado, assunto, data, recebida_em, tamanho, estado)
  VALUES ($1, $2, true, $3, now(), now(), 1, 'lido')`;
const INSERT_IMPORTACAO = `INSERT INTO importacao (conta_id, id, nome_arquivo, tamanho, sha256, usuario_id, usuario, criado_em, estado, total, erros)
  VALUES ($1, $2, $3, $4, $5, $6, $3, now(), 'concluido', 1, 1)`;
const INSERT_FILE = `INSERT INTO arquivo_pedido (conta_id, id, tipo, formato, pedido, usuario_id, usuario, criado_em, estado, total, feitos, nome, tamanho,
    sha256, terminado_em, expira_em)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now(), 'concluido', 1, 1, $7, $8, $9, now(), now() + interval '7 days')`;

/** Adds an imported file and two requested files of a user of the conta. */
export async function addFiles(
  t: TestContext,
  contaId: string,
  { ids, mark: marca }: FilledEmpresa,
): Promise<void> {
  const usuarioId = newId();
  const sent = await t.ctx.blobs.put(contaId, Buffer.from(`<nada>${marca} enviado</nada>`));
  [ids.importacao, ids.anexoErro, ids.exportacao, ids.repositorio] = [newId(), newId(), newId(), newId()];
  await t.asOwner(INSERT_EMAIL, [contaId, ids.importacao, marca]);
  await t.asOwner(INSERT_IMPORTACAO, [
    contaId,
    ids.importacao,
    `${marca}.xml`,
    sent.tamanho,
    sent.sha256,
    usuarioId,
  ]);
  await t.asOwner(
    `INSERT INTO anexo (conta_id, id, email_id, caminho, nome, tipo, tamanho, sha256, destino, motivo, detalhe)
     VALUES ($1, $2, $3, '1', $4, 'application/xml', $5, $6, 'erro', 'xml-mal-formado', $4)`,
    [contaId, ids.anexoErro, ids.importacao, marca, sent.tamanho, sent.sha256],
  );
  const made = await t.ctx.blobs.put(contaId, Buffer.from(`feito ${marca}`));
  const zona = "America/Sao_Paulo";
  const exportacao = { papel: "E", filtro: {}, ordem: "emissaoDesc", zona, palavras: marca };
  const repositorio = {
    ...{ entradaSaida: "T", tipoDFe: null, empresa: { id: ids.empresa, cnpj: ids.cnpj }, zona },
    ...{ de: "2026-01-01", ate: "2026-12-31", cnpj: marca, comPdf: false, comEventos: false },
  };
  const rest = [usuarioId, marca, made.tamanho, made.sha256];
  await t.asOwner(INSERT_FILE, [contaId, ids.exportacao, "exportacao", "CSV", exportacao, ...rest]);
  await t.asOwner(INSERT_FILE, [contaId, ids.repositorio, "repositorio", "ZIP", repositorio, ...rest]);
}

/**
 * Adds SEFAZ data: certificado, distribuicao, auditor, consulta, manifestacao; also a quarantined
 * nota and a logo.
 */
export async function addSefazData(
  t: TestContext,
  contaId: string,
  { ids, mark: marca }: FilledEmpresa,
): Promise<void> {
  const { empresa, chave, fornecedor } = ids;
  const copy = inventNota({
    ...{ empresaId: empresa, quarentena: true, veredito: "suspeita", emitente: marca, destinatario: marca },
    ...{ cnpjEmitente: fornecedor, cnpjDestinatario: ids.cnpj },
  });
  ids.quarentena = copy.id;
  await insertNotas(t, contaId, [copy]);
  ids.auditor = newId();
  ids.faltando = newId();
  const run = async (text: string, values: unknown[]): Promise<void> => {
    await t.asOwner(text, [contaId, ...values]);
  };
  await run("UPDATE empresa SET logo = $3, ativar_manifestacao = true WHERE conta_id = $1 AND id = $2", [
    empresa,
    PNG,
  ]);
  await run("UPDATE nota SET sefaz_status = '101', sefaz_motivo = $3 WHERE conta_id = $1 AND id = $2", [
    ids.nota,
    marca,
  ]);
  await run(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, emissor, enviado_por, valido_de, valido_ate)
     VALUES ($1, $2, $3, '\\x00', $4, $4, $4, now() - interval '1 day', now() + interval '1 year')`,
    [newId(), empresa, marca],
  );
  const addAuditor = (id: string, of: string): Promise<void> =>
    run(
      `INSERT INTO auditor (conta_id, id, empresa_id, tipo, tipo_nota, chave, c_sit_nfe, desc_evento, texto, data_evento, data_emissao, numero_nota,
       serie_nota, nome_emitente, cnpj_emitente, valor_total, origem, nsu, criado_em, alterado_em)
     VALUES ($1, $2, $3, 'NFe', 'NFe', $4, 1, $5, $5, now(), now(), $6, 1, $5, $7, 4321, 'distribuicao', '000000000000001', now(), now())`,
      [id, empresa, of, marca, ids.numero, fornecedor],
    );
  await addAuditor(ids.auditor, chave);
  await addAuditor(ids.faltando, inventChave(ids.numero + 1, { documento: fornecedor }));
  await run(
    `INSERT INTO manifestacao (conta_id, id, empresa_id, chave, status, n_seq, justificativa, usuario, pedida_em, autorizada_em)
     VALUES ($1, $2, $3, $4, 4, 1, $5, $5, now(), now())`,
    [newId(), empresa, chave, marca],
  );
  await run(
    `INSERT INTO distribuicao (conta_id, empresa_id, modelo, x_motivo, cstat) VALUES ($1, $2, 'NFe', $3, '593')`,
    [empresa, marca],
  );
  await run(
    `INSERT INTO distribuicao_lacuna (conta_id, empresa_id, modelo, nsu, vista_em) VALUES ($1, $2, 'NFe', '7', now())`,
    [empresa],
  );
  await run(
    `INSERT INTO consulta (conta_id, id, chave, autorizador, pedida_em, duracao_ms, cstat, x_motivo, origem, quem)
     VALUES ($1, $2, $3, 'SP', now() - interval '1 day', 5, '100', $4, 'pessoa', $4)`,
    [newId(), chave, marca],
  );
}

/** Adds another user, an invited user, a session, an e-mail, an act, an API token and a webhook. */
export async function addUsers(
  t: TestContext,
  contaId: string,
  { ids, peopleMark: marca }: FilledEmpresa,
): Promise<void> {
  const run = async (text: string, values: unknown[]): Promise<void> => {
    await t.asOwner(text, [contaId, ...values]);
  };
  for (const kind of ["usuario", "invited"] as const) {
    await run(
      `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, ativado) VALUES ($1, $2, $3, $4, $3, $5, $6)`,
      [
        ids[kind],
        marca,
        `${kind === "usuario" ? kind : "convidado"}${ids.userWord}`,
        `${kind === "usuario" ? kind : "convidado"}@${ids.userWord}.test`,
        kind === "usuario",
      ],
    );
  }
  ids.visao = newId();
  await run(
    `INSERT INTO visao (conta_id, id, usuario_id, lista, nome, busca, colunas, compartilhada, criada_em, alterada_em)
     VALUES ($1, $2, $3, 'recebidos', $4, '', '', true, now(), now())`,
    [ids.visao, ids.usuario, marca],
  );
  ids.lote = newId();
  await run(
    `INSERT INTO lote (conta_id, id, numero, tipo, marca, valor, usuario_id, usuario, pedido_em, estado, total, feitos,
       terminado_em, alterado_em)
     VALUES ($1, $2, (SELECT count(*) + 901 FROM lote WHERE conta_id = $1), 'marca', 'recebido', true, $3, $4, now(),
       'concluido', 1, 1, now(), now())`,
    [ids.lote, ids.usuario, marca],
  );
  await run(
    `INSERT INTO lote_item (conta_id, lote_id, nota_id, ordem, situacao, mensagem, feito_em)
     VALUES ($1, $2, $3, 1, 'feito', $4, now())`,
    [ids.lote, ids.nota, marca],
  );
  await run(
    `INSERT INTO sessao (conta_id, id, usuario_id, arquivo_hash, origem, criada_em, usada_em, expira_em)
     VALUES ($1, $2, $3, $4, $5, now(), now(), now() + interval '8 hours')`,
    [ids.sessao, ids.usuario, hashToken(`${ids.usuario} arquivo`), marca],
  );
  await run(
    `INSERT INTO usuario_token (conta_id, id, usuario_id, tipo, token_hash, criado_em, expira_em)
     VALUES ($1, $2, $3, 'convite', $4, now(), now() + interval '72 hours')`,
    [newId(), ids.invited, hashToken(`${ids.usuario} convite`)],
  );
  await run(
    `INSERT INTO api_token (conta_id, id, usuario_id, nome, escopos, restrito, principal, criado_em)
     SELECT $1, $2, $3, $4, '{notas:ler}', true, NOT EXISTS (SELECT FROM api_token WHERE conta_id = $1 AND principal), now()`,
    [ids.apiToken, ids.usuario, `${marca} ${ids.userWord}`],
  );
  await run("INSERT INTO api_token_empresa (conta_id, token_id, empresa_id) VALUES ($1, $2, $3)", [
    ids.apiToken,
    ids.empresa,
  ]);
  await run(
    "INSERT INTO api_token_uso (conta_id, token_id, dia, chamadas) VALUES ($1, $2, current_date, 7)",
    [ids.apiToken],
  );
  // Shown to a manager: the token of any other user does not work.
  await run(
    `INSERT INTO api_token_segredo (conta_id, id, token_id, usuario_id, token_hash, mascara, criado_em)
     SELECT $1, $2, $3, id, $4, $5, now() FROM usuario WHERE conta_id = $1 AND (administrador OR proprietario_conta) LIMIT 1`,
    [newId(), ids.apiToken, hashToken(`${ids.usuario} api`), `${marca}…`],
  );
  await run(
    `INSERT INTO webhook (conta_id, id, url, descricao, tipos, restrito, segredo_selado, sequencia, criado_em)
     VALUES ($1, $2, 'https://erp.exemplo.test/malote', $3, '{nota}', true, $4, 0, now())`,
    [
      ids.webhook,
      marca,
      t.ctx.secretBox.seal("whsec_AAAA", { tabela: "webhook", coluna: "segredo_selado", id: ids.webhook }),
    ],
  );
  await run("INSERT INTO webhook_empresa (conta_id, webhook_id, empresa_id) VALUES ($1, $2, $3)", [
    ids.webhook,
    ids.empresa,
  ]);
  await run(
    `INSERT INTO webhook_entrega (conta_id, id, webhook_id, tipo, sequencia, nota_id, corpo, estado, criado_em)
     VALUES ($1, $2, $3, 'nota', 1, $4, $5, 'falhou', now())`,
    [ids.entrega, ids.webhook, ids.nota, JSON.stringify({ dados: { notaId: ids.nota, marca } })],
  );
  await run(
    `INSERT INTO envio (conta_id, id, modelo, ocasiao, para, dados, criado_em) VALUES ($1, $2, 'nada', $3, $3, '{}', now())`,
    [newId(), `${marca} ${ids.usuario}`],
  );
  const act = { quando: t.clock.now(), usuarioId: ids.usuario, usuario: marca, acao: "entrar" as const };
  await t.ctx.database.withConta(contaId, (db) =>
    insertRegistros(db, contaId, [{ ...act, alvo: ids.usuario, detalhe: marca }]),
  );
}
