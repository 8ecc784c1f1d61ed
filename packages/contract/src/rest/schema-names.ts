import type * as z from "zod/mini";
import { auditorRow, auditorWire } from "../services/auditor.ts";
import { caixaDetailWire, caixaWire } from "../services/caixa-email.ts";
import { usageWire } from "../services/conta.ts";
import { downloadWire } from "../services/download.ts";
import { anexoWire, emailChip, emailRow, emailWire } from "../services/email.ts";
import { certificadoWire, empresaWire } from "../services/empresa.ts";
import { exportacaoWire } from "../services/exportacao.ts";
import { importacaoErrorWire, importacaoWire } from "../services/importacao.ts";
import { loteDocumentoWire, loteWire } from "../services/lote.ts";
import { comercioWire, partyWire, transporteWire } from "../services/nota/content.ts";
import { evidenceWire } from "../services/nota/evidence.ts";
import {
  achadoWire,
  eventoWire,
  notaRow,
  notaWire,
  originWire,
  searchResultWire,
} from "../services/nota/nota.ts";
import { consultaWire, manifestacaoWire } from "../services/nota/sefaz.ts";
import { statisticWire } from "../services/painel.ts";
import { visaoWire } from "../services/visao.ts";
import { deliveryDetailWire, deliveryWire, webhookWire, webhookWithSecret } from "../services/webhook.ts";
import { changeWire } from "./eventos.ts";
import { flaggedItem } from "./flags.ts";
import { notaDoFeed } from "./notas.ts";
import { operationWire, pageWire, problemWire } from "./shared.ts";

/** Names of schemas in the OpenAPI document: those in several responses, or of general interest. */
export const REST_SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  Problema: problemWire,
  Page: pageWire,
  Operacao: operationWire,
  NotaResumo: notaRow,
  NotaDoFeed: notaDoFeed,
  Nota: notaWire,
  Mudanca: changeWire,
  Evento: eventoWire,
  Achado: achadoWire,
  Origem: originWire,
  Evidencia: evidenceWire,
  Parte: partyWire,
  Comercio: comercioWire,
  Transporte: transporteWire,
  Consulta: consultaWire,
  Manifestacao: manifestacaoWire,
  ItemMarcado: flaggedItem,
  Encontrado: searchResultWire,
  Importacao: importacaoWire,
  ImportacaoErro: importacaoErrorWire,
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
  Caixa: caixaDetailWire,
  Estatistica: statisticWire,
  Uso: usageWire,
  Lote: loteWire,
  DocumentoDoLote: loteDocumentoWire,
  Visao: visaoWire,
  Webhook: webhookWire,
  WebhookComSegredo: webhookWithSecret,
  Entrega: deliveryWire,
  EntregaInteira: deliveryDetailWire,
};
