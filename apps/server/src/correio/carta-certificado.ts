import { formatDataHora, formatDocumento } from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanNome, type Papel } from "./conteudo.ts";

type Dados = DadosEnvio<"certificado-vencendo">;

/** E-mail about a certificate that expires soon or has expired. */
export function writeCertificadoVencendo(dados: Dados, papel: Papel): Conteudo {
  const nome = cleanNome(dados.nome);
  const acabou = dados.diasRestantes < 0;
  const quando = acabou ? "venceu" : `vence ${writePrazo(dados.diasRestantes)}`;
  return {
    assunto: `O certificado de uma empresa ${quando}`,
    previa: acabou ? SEM_ELE_AGORA : SEM_ELE,
    titulo: `O certificado de ${nome} ${quando}`,
    tom: "aviso",
    abertura: acabou ? SEM_ELE_AGORA : SEM_ELE,
    fatos: [
      ["Empresa", nome],
      ["CNPJ", formatDocumento(dados.cnpj)],
      ["Titular do certificado", cleanNome(dados.titular)],
      [acabou ? "Venceu em" : "Vence em", formatDataHora(dados.validoAte, papel.zona)],
    ],
    secoes: [
      {
        titulo: "O que continua",
        texto: "A coleta dos e-mails e tudo o que já está guardado não dependem do certificado.",
      },
      {
        titulo: "O que fazer",
        texto:
          "Renove o e-CNPJ A1 na sua certificadora e envie o novo arquivo (.pfx ou .p12) com a senha. Os documentos que esperavam por ele são consultados em seguida.",
      },
    ],
    botao: { rotulo: "Enviar o novo certificado", href: `${papel.urlBase}/cert/${dados.empresaId}` },
    rodape: `Você recebe este aviso como administrador da conta ${papel.identificador} no Malote.`,
  };
}

const SEM_ELE =
  "Sem ele, o Malote não consulta a SEFAZ por esta empresa, não busca documentos no auditor e não envia manifestações.";
const SEM_ELE_AGORA =
  "O Malote já não consulta a SEFAZ por esta empresa, não busca documentos no auditor e não envia manifestações.";

function writePrazo(dias: number): string {
  return dias === 1 ? "em menos de 1 dia" : `em ${dias} dias`;
}
