import type { Modelo } from "@malote/syntax";

/** Who may register an evento. `terceiro` is a party outside
 * the chave: carrier, successor, autor of another evento. */
export type EventoAuthor = "emitente" | "destinatario" | "tomador" | "terceiro" | "fisco";

/** A term in days from the authorization, of documents authorized since `desde` (ISO,
 * inclusive; null: always). `tacita`: the norm takes silence until its end as a confirmation. */
export type EventoDeadline = { dias: number; desde: string | null; tacita: boolean; fonte: string };

/** One kind of evento. `prazos` are ordered from newest to oldest; empty when the norm has none. */
export type EventoRule = {
  tpEvento: string;
  modelos: readonly Modelo[];
  nome: string;
  autores: readonly EventoAuthor[];
  /** Whether it cancels the document. */
  cancela: boolean;
  prazos: readonly EventoDeadline[];
};

const EMITENTE: readonly EventoAuthor[] = ["emitente"];
const DESTINATARIO: readonly EventoAuthor[] = ["destinatario"];
const TOMADOR: readonly EventoAuthor[] = ["tomador"];
const FISCO: readonly EventoAuthor[] = ["fisco"];

const NFE: readonly Modelo[] = ["55"];
const NFE_AND_NFCE: readonly Modelo[] = ["55", "65"];
const CTE: readonly Modelo[] = ["57"];
const CTE_AND_OS: readonly Modelo[] = ["57", "67"];
const MDFE: readonly Modelo[] = ["58"];

/** Production start of NT 2020.001 v1.60: documents authorized since then have 90 days. */
const NT_2020_001_V160 = "2026-06-01T00:00:00-03:00";
const CIENCIA: EventoDeadline = {
  dias: 10,
  desde: null,
  tacita: false,
  fonte: "NT 2020.001 v1.60; Ajuste SINIEF 7/2005, cláusula 15ª-C",
};
const CONCLUSIVE: readonly EventoDeadline[] = [
  {
    dias: 90,
    desde: NT_2020_001_V160,
    tacita: true,
    fonte: "NT 2020.001 v1.60; Ajuste SINIEF 14/2026; Ajuste SINIEF 7/2005, cláusula 15ª-C, § 6º",
  },
  { dias: 180, desde: null, tacita: false, fonte: "NT 2020.001 v1.50; Ajuste SINIEF 43/2023" },
];

type OptionalFields = Partial<Pick<EventoRule, "cancela" | "prazos">>;

function rule(
  [tpEvento, nome]: readonly [string, string],
  [modelos, autores]: readonly [readonly Modelo[], readonly EventoAuthor[]],
  rest: OptionalFields = {},
): EventoRule {
  return { tpEvento, modelos, nome, autores, cancela: false, prazos: [], ...rest };
}

function cancelamento(modelos: readonly Modelo[], dias: number | null, fonte: string): EventoRule {
  const prazos = dias === null ? [] : [{ dias, desde: null, tacita: false, fonte }];
  return rule(["110111", "Cancelamento"], [modelos, EMITENTE], { cancela: true, prazos });
}

/** @source MOC NF-e, tabela de eventos; NT 2020.001 v1.60; e210200_v1.00.xsd to e210240_v1.00.xsd */
const NFE_EVENTOS: readonly EventoRule[] = [
  rule(["110110", "Carta de Correção"], [NFE, EMITENTE]),
  cancelamento(["55"], 1, "Ato COTEPE 33/2008; cStat 501"),
  cancelamento(["65"], null, "MOC NFC-e"),
  rule(["110112", "Cancelamento por substituição"], [["65"], EMITENTE], { cancela: true }),
  rule(["110130", "Comprovante de Entrega da NF-e"], [NFE, EMITENTE]),
  rule(["110131", "Cancelamento do Comprovante de Entrega da NF-e"], [NFE, EMITENTE]),
  rule(["110140", "Evento Prévio de Emissão em Contingência (EPEC)"], [NFE_AND_NFCE, EMITENTE]),
  rule(["110150", "Ator interessado na NF-e"], [NFE, ["emitente", "destinatario", "terceiro", "fisco"]]),
  rule(["110192", "Insucesso na Entrega da NF-e"], [NFE, EMITENTE]),
  rule(["110193", "Cancelamento do Insucesso na Entrega da NF-e"], [NFE, EMITENTE]),
  rule(["110300", "Vinculação do Pagamento"], [NFE_AND_NFCE, ["emitente", "terceiro", "fisco"]]),
  rule(["110301", "Cancelamento da Vinculação do Pagamento"], [NFE_AND_NFCE, EMITENTE]),
  rule(["110750", "Conciliação Financeira (ECONF)"], [NFE_AND_NFCE, EMITENTE]),
  rule(["110751", "Cancelamento da Conciliação Financeira"], [NFE_AND_NFCE, EMITENTE]),
  rule(["111500", "Pedido de Prorrogação, 1º prazo"], [NFE, EMITENTE]),
  rule(["111501", "Pedido de Prorrogação, 2º prazo"], [NFE, EMITENTE]),
  rule(["111502", "Cancelamento do Pedido de Prorrogação, 1º prazo"], [NFE, EMITENTE]),
  rule(["111503", "Cancelamento do Pedido de Prorrogação, 2º prazo"], [NFE, EMITENTE]),
  rule(["210200", "Confirmação da Operação"], [NFE, DESTINATARIO], { prazos: CONCLUSIVE }),
  rule(["210210", "Ciência da Operação"], [NFE, DESTINATARIO], { prazos: [CIENCIA] }),
  rule(["210220", "Desconhecimento da Operação"], [NFE, DESTINATARIO], { prazos: CONCLUSIVE }),
  rule(["210240", "Operação não Realizada"], [NFE, DESTINATARIO], { prazos: CONCLUSIVE }),
  ...["411500", "411501", "411502", "411503"].map((tpEvento) =>
    rule([tpEvento, "Resposta do Fisco ao Pedido de Prorrogação"], [NFE, FISCO]),
  ),
  rule(["610130", "Comprovante de Entrega do CT-e"], [NFE, FISCO]),
  rule(["610131", "Cancelamento do Comprovante de Entrega do CT-e"], [NFE, FISCO]),
  rule(["790700", "Averbação para Exportação"], [NFE, FISCO]),
  rule(["990900", "Vistoria SUFRAMA"], [NFE, FISCO]),
  rule(["990910", "Confirmação de Internalização da Mercadoria na SUFRAMA"], [NFE, FISCO]),
];

/** The eventos of the tax reform, all registered by SVRS; the NT has no terms.
 * @source NT 2025.002 v1.52 §8; e112110_v1.00.xsd to e412130_v1.00.xsd, e110001_v1.00.xsd */
const REFORM_EVENTOS: readonly EventoRule[] = [
  rule(["110001", "Cancelamento de Evento"], [NFE, ["emitente", "destinatario", "terceiro", "fisco"]]),
  rule(
    ["112110", "Pagamento integral informado para liberar o crédito presumido do adquirente"],
    [NFE, EMITENTE],
  ),
  rule(["112120", "Importação em ALC ou ZFM não convertida em isenção"], [NFE, EMITENTE]),
  rule(
    ["112130", "Perecimento, perda, roubo ou furto no transporte contratado pelo fornecedor"],
    [NFE, EMITENTE],
  ),
  rule(["112140", "Fornecimento não realizado com pagamento antecipado"], [NFE, EMITENTE]),
  rule(["112150", "Atualização da Data de Previsão de Entrega"], [NFE, EMITENTE]),
  rule(["211110", "Solicitação de Crédito Presumido"], [NFE, ["emitente", "destinatario"]]),
  rule(["211120", "Destinação de item para consumo pessoal"], [NFE, ["emitente", "destinatario"]]),
  rule(
    ["211124", "Perecimento, perda, roubo ou furto no transporte contratado pelo adquirente"],
    [NFE, DESTINATARIO],
  ),
  rule(["211128", "Aceite de débito na apuração por emissão de nota de crédito"], [NFE, DESTINATARIO]),
  rule(["211130", "Imobilização de Item"], [NFE, DESTINATARIO]),
  rule(["211140", "Solicitação de Crédito de Combustível"], [NFE, DESTINATARIO]),
  rule(["211150", "Solicitação de Crédito que depende de atividade do adquirente"], [NFE, DESTINATARIO]),
  rule(["212110", "Manifestação sobre a transferência de crédito de IBS na sucessão"], [NFE, ["terceiro"]]),
  rule(["212120", "Manifestação sobre a transferência de crédito de CBS na sucessão"], [NFE, ["terceiro"]]),
  rule(["412120", "Resposta do Fisco à transferência de crédito de IBS na sucessão"], [NFE, FISCO]),
  rule(["412130", "Resposta do Fisco à transferência de crédito de CBS na sucessão"], [NFE, FISCO]),
];

const DESACORDO: EventoDeadline = {
  dias: 45,
  desde: null,
  tacita: false,
  fonte: "MOC CT-e 4.00, evento 610110; Ajuste SINIEF 9/2007",
};

/** @source MOC CT-e 4.00, tabela de eventos; eventoCTeTiposBasico_v4.00.xsd */
const CTE_EVENTOS: readonly EventoRule[] = [
  rule(["110110", "Carta de Correção"], [CTE_AND_OS, EMITENTE]),
  cancelamento(CTE_AND_OS, 7, "MOC CT-e 4.00, cancelamento"),
  rule(["110113", "Evento Prévio de Emissão em Contingência (EPEC)"], [CTE, EMITENTE]),
  rule(["110160", "Registro Multimodal"], [CTE, EMITENTE]),
  rule(["110170", "Informações da GTV"], [["67"], EMITENTE]),
  rule(["110180", "Comprovante de Entrega"], [CTE, EMITENTE]),
  rule(["110181", "Cancelamento do Comprovante de Entrega"], [CTE, EMITENTE]),
  rule(["110190", "Insucesso na Entrega"], [CTE, EMITENTE]),
  rule(["110191", "Cancelamento do Insucesso na Entrega"], [CTE, EMITENTE]),
  rule(["110300", "Vinculação do Pagamento"], [CTE_AND_OS, ["emitente", "terceiro", "fisco"]]),
  rule(["110301", "Cancelamento da Vinculação do Pagamento"], [CTE_AND_OS, EMITENTE]),
  rule(["310610", "MDF-e autorizado"], [CTE_AND_OS, FISCO]),
  rule(["310611", "MDF-e cancelado"], [CTE_AND_OS, FISCO]),
  rule(["610110", "Prestação do Serviço em Desacordo"], [CTE_AND_OS, TOMADOR], { prazos: [DESACORDO] }),
  rule(["610111", "Cancelamento da Prestação do Serviço em Desacordo"], [CTE_AND_OS, TOMADOR]),
];

/** @source MOC MDF-e 3.00, tabela de eventos */
const MDFE_EVENTOS: readonly EventoRule[] = [
  cancelamento(MDFE, 1, "MOC MDF-e 3.00, cancelamento"),
  rule(["110112", "Encerramento"], [MDFE, EMITENTE]),
  rule(["110114", "Inclusão de Condutor"], [MDFE, EMITENTE]),
  rule(["110115", "Inclusão de DF-e"], [MDFE, EMITENTE]),
  rule(["110116", "Pagamento da Operação de Transporte"], [MDFE, EMITENTE]),
  rule(["110117", "Confirmação do Serviço de Transporte"], [MDFE, EMITENTE]),
  rule(["110118", "Alteração do Pagamento do Serviço de Transporte"], [MDFE, EMITENTE]),
];

/** Every kind of evento in the norms, by modelo and tpEvento. */
export const EVENTOS: readonly EventoRule[] = [
  ...NFE_EVENTOS,
  ...REFORM_EVENTOS,
  ...CTE_EVENTOS,
  ...MDFE_EVENTOS,
];
