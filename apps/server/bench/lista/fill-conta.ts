import type { TestContext } from "../../tests/setup/context.ts";

/** Number of other parties of one conta, and the parts that their names are made of. */
const PARTIES = 5_000;
const FIRST_WORDS =
  "ARRAY['Moinho','Comércio','Indústria','Distribuidora','Transportes','Padaria','Metalúrgica','Agrícola','Química','Gráfica','Laticínios','Papelaria','Serraria','Tecidos','Alimentos','Bebidas','Ferragens','Calçados','Móveis','Plásticos']";
const SECOND_WORDS =
  "ARRAY['Estrela','Aurora','Horizonte','São João','Boa Vista','Progresso','União','Central','Paraná','Litoral','Serrana','Bandeirante','Ipiranga','Guarani','Colibri','Araucária','Ipê','Jatobá','Cerrado','Pantanal','Mineira','Gaúcha','Paulista','Nordeste','Imperial']";
const COMPANY_FORMS = "ARRAY['Ltda','Ltda','Ltda','S.A.','ME','EIRELI']";
const UFS =
  "ARRAY['SP','SP','SP','PR','SC','RS','MG','MG','RJ','BA','PE','GO','ES','MT','MS','CE','DF','PA','AM','SP']";

/** A value in cents; most are small. */
const CENTS = "(100 + (hashint8(i) & 65535)::bigint * (hashint8(i + 7) & 255))";

const foldSql = (text: string): string => `translate(lower(${text}), 'áéíóúãõçâêô', 'aeiouaocaeo')`;

type OwnerSql = Pick<TestContext, "asOwner">;
type ContaSize = { contaId: string; notas: number; days: number };

/**
 * Fills a conta with documents of three empresas, in order of arrival: four in five come from {@link PARTIES}
 * suppliers, the others go to as many customers; one e-mail per three documents. It uses set-based SQL.
 */
export async function fillConta({ asOwner }: OwnerSql, conta: ContaSize): Promise<void> {
  await asOwner(INSERT_EMPRESAS, [conta.contaId]);
  await asOwner(INSERT_PARTICIPANTES, [conta.contaId]);
  await asOwner(INSERT_DOCUMENTOS, [conta.contaId, conta.notas, conta.days]);
  await asOwner(INSERT_NOTAS, [conta.contaId]);
  // Months of autovacuum would have given the planner these statistics.
  await asOwner("ANALYZE nota, auditor");
  await asOwner(INSERT_AUDITORES, [conta.contaId]);
  await asOwner(INSERT_EMAILS, [conta.contaId, Math.floor(conta.notas / 3), conta.days]);
  await asOwner(INSERT_EMAIL_EMPRESAS, [conta.contaId]);
}

const INSERT_EMPRESAS = `INSERT INTO empresa (conta_id, id, nome, cnpj, uf)
  SELECT $1::uuid, gen_random_uuid(), 'Nossa Empresa ' || e, (ARRAY['11222333000181', '11222333000262', '11222333000343'])[e], 'SP' FROM generate_series(1, 3) e`;

// Every tenth is a person. The number of a party is part of its name: names repeat in part, documents never.
const PARTIES_SQL = `SELECT p, CASE WHEN p % 10 = 0 THEN lpad((p * 7919)::text, 11, '0') ELSE lpad((p * 104729)::text, 12, '0') || lpad((p % 97)::text, 2, '0') END AS documento,
    (${FIRST_WORDS})[1 + p % 20] || ' ' || (${SECOND_WORDS})[1 + (p / 20) % 25] || ' ' || p || ' ' || (${COMPANY_FORMS})[1 + p % 6] AS nome,
    (${UFS})[1 + p % 20] AS uf
  FROM generate_series(0, ${PARTIES} - 1) p`;

const INSERT_PARTICIPANTES = `INSERT INTO participante (conta_id, documento, nome, nome_ordem, nome_busca, visto_em)
  SELECT $1::uuid, documento, nome, left(${foldSql("nome")}, 40), ${foldSql("nome")}, now() FROM (${PARTIES_SQL}) q
  UNION ALL SELECT $1::uuid, cnpj, nome, left(${foldSql("nome")}, 40), ${foldSql("nome")}, now() FROM empresa WHERE conta_id = $1::uuid`;

const TIPO_SQL = `CASE WHEN i % 100 < 85 THEN 'NFe' WHEN i % 100 < 94 THEN 'CTe' WHEN i % 100 < 96 THEN 'CTeOS' WHEN i % 100 < 98 THEN 'MDFe' ELSE 'NFCe' END`;
const SIDE_SQL = "CASE WHEN hashint8(d.sha1::bigint + 1) & 7 < 6 THEN 'E' ELSE 'S' END";

// Here sha1 only carries the number of the document to the notas.
const INSERT_DOCUMENTOS = `INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, tamanho, mes, criado_em)
  SELECT $1::uuid, uuidv7(), md5(i::text) || md5(i::text || 'x'), i::text, 'nota',
    '35' || to_char(em, 'YYMM') || lpad((i % 1000003)::text, 14, '0') || '55001' || lpad((i % 1000000000)::text, 9, '0') || '1' || lpad((i % 100000000)::text, 8, '0') || (i % 10),
    ${TIPO_SQL}, CASE WHEN i % 400 = 3 THEN 'suspeita' WHEN i % 50 = 7 THEN 'sem-protocolo' ELSE 'integra' END, 6000, date_trunc('month', em)::date, em
  FROM (SELECT i, now() - make_interval(secs => ($2::bigint - i) * $3::float8 * 86400 / $2) AS em FROM generate_series(1::bigint, $2::bigint) i) q`;

// contada_* is what publica() stores for a counted nota; it is written directly here.
const INSERT_NOTAS = `WITH partes AS MATERIALIZED (${PARTIES_SQL}),
    nossas AS MATERIALIZED (SELECT row_number() OVER (ORDER BY cnpj) AS e, id, cnpj, nome, uf FROM empresa WHERE conta_id = $1::uuid),
    vistas AS (
      SELECT d.id AS documento_id, d.chave, d.tipo_nota, d.veredito, d.criado_em, d.criado_em - interval '1 hour' * (hashint8(n.i + 3) & 31) AS emissao,
        n.i, n.papel, m.id AS nossa_id, m.cnpj, m.nome, m.uf, n.i % 50 = 1 AS terceiros,
        CASE n.papel WHEN 'E' THEN floor(${PARTIES} * power(n.sorte, 3))::int ELSE floor(${PARTIES} * n.sorte)::int END AS p,
        CASE WHEN i % 80 = 9 THEN NULL WHEN i % 90 = 4 THEN '150' ELSE '100' END AS nfe_status,
        CASE WHEN i % 60 = 2 THEN NULL WHEN i % 200 = 11 THEN '101' ELSE '100' END AS sefaz_status,
        (${CENTS} / 100.0)::numeric(15, 2) AS valor
      FROM documento d
        CROSS JOIN LATERAL (SELECT d.sha1::bigint AS i, ${SIDE_SQL} AS papel, (hashint8(d.sha1::bigint + 2) & 1048575) / 1048576.0 AS sorte) n
        JOIN nossas m ON m.e = 1 + n.i % 3
      WHERE d.conta_id = $1::uuid)
  INSERT INTO nota (conta_id, id, chave, papel, terceiros, empresa_id, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao,
    valor_total, nome_emitente, emitente_ordem, cnpj_emitente, uf_emitente, nome_destinatario, destinatario_ordem, cnpj_destinatario, uf_destinatario,
    finalidade, veredito, quarentena, nfe_status, sefaz_status, processado_erp, recebido, conferido, manifestacao, criado_em, alterado_em,
    contada_dia, contada_papel, contada_tipo, contada_empresa, contada_uf, contada_valor, contada_marcas, medida)
  SELECT $1::uuid, uuidv7(), chave, papel, terceiros, CASE WHEN NOT terceiros THEN nossa_id END, documento_id, tipo_nota, i % 90000,
    CASE WHEN i % 997 = 0 THEN 900 ELSE 1 + i % 3 END, emissao, k.dia, valor, emi.nome, left(${foldSql("emi.nome")}, 40), emi.documento, emi.uf,
    des.nome, left(${foldSql("des.nome")}, 40), des.documento, des.uf, CASE WHEN i % 40 = 5 THEN '4' ELSE '1' END, veredito, veredito = 'suspeita',
    nfe_status, sefaz_status, k.processado, i % 3 = 0, i % 5 = 0, CASE WHEN i % 12 = 0 THEN 4 WHEN i % 100 = 33 THEN 1 ELSE 0 END, criado_em, criado_em,
    CASE WHEN k.conta THEN k.dia END, CASE WHEN k.conta THEN papel END, CASE WHEN k.conta THEN tipo_nota END, CASE WHEN k.conta THEN nossa_id END,
    CASE WHEN k.conta THEN q.uf END, CASE WHEN k.conta THEN valor END,
    CASE WHEN k.conta THEN (coalesce(sefaz_status, nfe_status) = '101')::int + 2 * (coalesce(sefaz_status <> nfe_status, false)
      AND NOT (sefaz_status = '100' AND nfe_status = '150'))::int + 4 * (NOT k.processado)::int END, k.conta
  FROM vistas x
    JOIN partes q ON q.p = x.p
    CROSS JOIN LATERAL (SELECT i % 10 <> 0 AS processado, NOT terceiros AND veredito <> 'suspeita' AS conta,
      (emissao AT TIME ZONE 'America/Sao_Paulo')::date AS dia) k
    CROSS JOIN LATERAL (SELECT CASE papel WHEN 'E' THEN q.nome ELSE x.nome END AS nome, CASE papel WHEN 'E' THEN q.documento ELSE x.cnpj END AS documento,
      CASE papel WHEN 'E' THEN q.uf ELSE x.uf END AS uf) emi
    CROSS JOIN LATERAL (SELECT CASE papel WHEN 'S' THEN q.nome ELSE x.nome END AS nome, CASE papel WHEN 'S' THEN q.documento ELSE x.cnpj END AS documento,
      CASE papel WHEN 'S' THEN q.uf ELSE x.uf END AS uf) des
  ORDER BY i`;

// SEFAZ reports one document in ten.
const INSERT_AUDITORES = `INSERT INTO auditor (conta_id, id, empresa_id, tipo, tipo_nota, chave, c_sit_nfe, desc_evento, texto, data_evento, data_emissao, numero_nota,
    serie_nota, nome_emitente, cnpj_emitente, valor_total, origem, criado_em, alterado_em)
  SELECT conta_id, uuidv7(), empresa_id, CASE WHEN tipo_nota IN ('CTe', 'CTeOS') THEN tipo_nota ELSE 'NFe' END, tipo_nota, chave, 1, 'Autorizada', nome_emitente,
    data_emissao, data_emissao, numero_nota, serie_nota, nome_emitente, cnpj_emitente, valor_total, 'distribuicao', criado_em, criado_em
  FROM nota WHERE conta_id = $1::uuid AND papel = 'E' AND numero_nota % 10 = 0`;

const INSERT_EMAILS = `WITH partes AS MATERIALIZED (${PARTIES_SQL})
  INSERT INTO email (conta_id, id, sha256, assunto, remetente, remetente_nome, destinatario, data, recebida_em, tamanho, corpo_mensagem, estado, partes, extraidos)
  SELECT $1::uuid, uuidv7(), md5(i::text), 'NF-e ' || i || ' emitida por ' || nome, 'fiscal' || q.p || '@' || (q.p % 700) || '.fornecedor.test', nome, 'notas@nossa.test', em, em, 90000,
    'Prezado cliente, segue em anexo a nota fiscal ' || i || ' referente ao pedido ' || (i * 31) || '. Em caso de dúvida, responda a esta mensagem. Atenciosamente, ' || nome,
    'lido', 2, 1
  FROM (SELECT i, floor(${PARTIES} * power((hashint8(i) & 1048575) / 1048576.0, 3))::int AS p,
      now() - make_interval(secs => ($2::bigint - i) * $3::float8 * 86400 / greatest($2::bigint, 1)) AS em FROM generate_series(1::bigint, $2::bigint) i) x
    JOIN partes q ON q.p = x.p ORDER BY i`;

// Each e-mail has documents of one empresa, half of them also of a second one.
const INSERT_EMAIL_EMPRESAS = `INSERT INTO email_empresa (conta_id, empresa_id, recebida_em, email_id)
  SELECT e.conta_id, m.id, e.recebida_em, e.id FROM email e
    JOIN (SELECT row_number() OVER (ORDER BY cnpj) AS n, id FROM empresa WHERE conta_id = $1::uuid) m
      ON m.n = 1 + (hashtext(e.sha256) & 1023) % 3 OR m.n = 1 + (hashtext(e.sha256) & 1) * (hashtext(e.sha256) & 511) % 3
  WHERE e.conta_id = $1::uuid ON CONFLICT DO NOTHING`;

/** Computes the rollups of rows written without publica(), as publica() would, and updates statistics. */
export async function recountRollups({ asOwner }: OwnerSql): Promise<void> {
  for (const text of RECOUNT) await asOwner(text);
  await asOwner("VACUUM ANALYZE");
}

const RECOUNT = [
  `INSERT INTO rollup_dia (conta_id, dia, papel, tipo_nota, empresa_id, quantidade, valor, canceladas, divergentes, nao_integradas)
   SELECT conta_id, contada_dia, contada_papel, contada_tipo, contada_empresa, count(*), sum(contada_valor), sum(contada_marcas & 1),
     sum(contada_marcas >> 1 & 1), sum(contada_marcas >> 2 & 1) FROM nota WHERE contada_dia IS NOT NULL GROUP BY 1, 2, 3, 4, 5`,
  `INSERT INTO rollup_uf (conta_id, mes, papel, uf, tipo_nota, empresa_id, quantidade, valor)
   SELECT conta_id, date_trunc('month', contada_dia)::date, contada_papel, contada_uf, contada_tipo, contada_empresa, count(*), sum(contada_valor)
   FROM nota WHERE contada_dia IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6`,
];
