import type * as z from "zod/mini";
import { auditorRow, auditorWire } from "../services/auditor.ts";
import { caixaDetalheWire, caixaWire } from "../services/caixa-email.ts";
import { usoWire } from "../services/conta.ts";
import { downloadWire } from "../services/download.ts";
import { anexoWire, emailChip, emailRow, emailWire } from "../services/email.ts";
import { certificadoWire, empresaWire } from "../services/empresa.ts";
import { exportacaoWire } from "../services/exportacao.ts";
import { importacaoErroWire, importacaoWire } from "../services/importacao.ts";
import { achadoBuscaWire, achadoWire, eventoWire, notaRow, notaWire, origemWire } from "../services/nota.ts";
import { comercioWire, parteWire, transporteWire } from "../services/nota-conteudo.ts";
import { consultaWire, manifestacaoWire } from "../services/nota-sefaz.ts";
import { estatisticaWire } from "../services/painel.ts";
import { entregaDetalheWire, entregaWire, webhookComSegredo, webhookWire } from "../services/webhook.ts";
import { operacaoWire, pageWire, problemaWire } from "./comum.ts";
import { mudancaWire } from "./eventos.ts";
import { itemMarcado } from "./marcas.ts";
import { notaDoFeed } from "./notas.ts";

/** Names of schemas in the OpenAPI document: those in several responses, or of general interest. */
export const ESQUEMAS_REST: Readonly<Record<string, z.ZodMiniType>> = {
  Problema: problemaWire,
  Page: pageWire,
  Operacao: operacaoWire,
  NotaResumo: notaRow,
  NotaDoFeed: notaDoFeed,
  Nota: notaWire,
  Mudanca: mudancaWire,
  Evento: eventoWire,
  Achado: achadoWire,
  Origem: origemWire,
  Parte: parteWire,
  Comercio: comercioWire,
  Transporte: transporteWire,
  Consulta: consultaWire,
  Manifestacao: manifestacaoWire,
  ItemMarcado: itemMarcado,
  Encontrado: achadoBuscaWire,
  Importacao: importacaoWire,
  ImportacaoErro: importacaoErroWire,
  Download: downloadWire,
  Exportacao: exportacaoWire,
  RegistroDoAuditor: auditorRow,
  RegistroDoAuditorInteiro: auditorWire,
  EmailResumo: emailRow,
  Email: emailWire,
  EmailChip: emailChip,
  Anexo: anexoWire,
  Empresa: empresaWire,
  Certificado: certificadoWire,
  CaixaResumo: caixaWire,
  Caixa: caixaDetalheWire,
  Estatistica: estatisticaWire,
  Uso: usoWire,
  Webhook: webhookWire,
  WebhookComSegredo: webhookComSegredo,
  Entrega: entregaWire,
  EntregaInteira: entregaDetalheWire,
};
