import type { FalhaCaixa } from "@malote/contract";
import { FALHA_CAIXA } from "@malote/contract";
import { formatDataHora, formatInteiro } from "@malote/syntax";
import type { CartaDe, DadosEnvio, ModeloEnvio } from "../services/envio/envio.rules.ts";
import { writeAcessoAlterado } from "./carta-acesso.ts";
import { writeEmailTrocado, writeSenhaTrocada } from "./carta-aviso-senha.ts";
import { writeCertificadoVencendo } from "./carta-certificado.ts";
import { writeContaNova } from "./carta-conta.ts";
import { writeConvite } from "./carta-convite.ts";
import { writeEmailCaro } from "./carta-email-caro.ts";
import { writeNotaCancelada } from "./carta-nota.ts";
import { writePlanoPertoDoLimite } from "./carta-plano.ts";
import { writePrazoManifestacao } from "./carta-prazo.ts";
import { writeSenhaNova } from "./carta-senha.ts";
import { writeWebhookDesativado } from "./carta-webhook.ts";
import { type Conteudo, cleanEntrada, cleanLine, type Papel } from "./conteudo.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Writer of each template; a template without a writer does not compile. */
const CARTAS: { [M in ModeloEnvio]: (dados: DadosEnvio<M>, papel: Papel) => Conteudo } = {
  "caixa-com-erro": writeComErro,
  "caixa-recuperada": writeRecuperada,
  "caixa-silenciosa": writeSilenciosa,
  "certificado-vencendo": writeCertificadoVencendo,
  "email-caro": writeEmailCaro,
  "nota-cancelada": writeNotaCancelada,
  "conta-nova": writeContaNova,
  "plano-perto-do-limite": writePlanoPertoDoLimite,
  "prazo-manifestacao": writePrazoManifestacao,
  "webhook-desativado": writeWebhookDesativado,
  convite: writeConvite,
  "senha-nova": writeSenhaNova,
  "senha-trocada": writeSenhaTrocada,
  "email-trocado": writeEmailTrocado,
  "acesso-alterado": writeAcessoAlterado,
};

/** Writes the content of an e-mail with its template. */
export function writeConteudo(carta: CartaDe, papel: Papel): Conteudo {
  // The table's type links each template to its data, but a lookup by a runtime name loses that link.
  const write = CARTAS[carta.modelo] as (dados: DadosEnvio, papel: Papel) => Conteudo;
  return write(carta.dados, { ...papel, identificador: cleanEntrada(papel.identificador) });
}

/** What the owner of the mailbox can do about each cause. */
const O_QUE_FAZER: Record<FalhaCaixa, string> = {
  dns: "Abra a caixa, confira o nome do servidor e use Testar conexão.",
  "endereco-proibido":
    "Abra a caixa e troque o servidor pelo endereço público dele. O Malote não acessa endereços internos nem portas fora das de e-mail.",
  recusada:
    "Abra a caixa e confira o servidor e a porta. Se estiverem certos, fale com o provedor do e-mail.",
  tempo:
    "Não é preciso fazer nada agora: continuamos tentando. Se durar mais de um dia, fale com o provedor do e-mail.",
  tls: "Abra a caixa e use Testar conexão: a tela mostra o certificado do servidor. Se ele for mesmo o do seu servidor, use Confiar neste certificado.",
  senha:
    "Abra a caixa, digite o usuário e a senha de novo e use Testar conexão. Alguns provedores pedem uma senha de app, criada na conta do e-mail.",
  autorizacao: "Abra a caixa, autorize o acesso de novo no seu provedor e use Testar conexão.",
  pasta: "Abra a caixa e escolha uma pasta que existe no servidor.",
  protocolo:
    "Abra a caixa, confira o tipo, o servidor e a porta e use Testar conexão. Se estiverem certos, fale com o provedor do e-mail.",
  interrompida:
    "Não é preciso fazer nada agora: continuamos tentando. Se durar mais de um dia, fale com o provedor do e-mail.",
  "nao-apaga": "Abra a caixa e desligue a exclusão, ou apague as mensagens antigas no próprio servidor.",
  "grande-demais": "Abra a mensagem no seu programa de e-mail e peça ao remetente os arquivos em partes.",
  interna: "Não é preciso fazer nada: o problema é do Malote e já está registrado para quem o opera.",
};

/** Providers that refuse a password for a known reason, with the advice for it. */
const SENHA_DO_PROVEDOR: readonly (readonly [RegExp, string])[] = [
  [
    /(^|\.)(gmail|googlemail|google)\.com$/i,
    "O Gmail pede uma senha de app: crie uma na sua conta Google, em Segurança, abra a caixa, digite-a e use Testar conexão.",
  ],
  [
    /(^|\.)(office365|outlook|hotmail|live|office)\.com$/i,
    "O Microsoft 365 não aceita mais senha: abra a caixa, escolha a autenticação por OAuth2 e use Testar conexão.",
  ],
];

function findCura(causa: FalhaCaixa | null, servidor: string): string {
  const known = causa === "senha" && SENHA_DO_PROVEDOR.find(([nome]) => nome.test(servidor.trim()));
  return known ? known[1] : O_QUE_FAZER[causa ?? "protocolo"];
}

function writeComErro(dados: DadosEnvio<"caixa-com-erro">, papel: Papel): Conteudo {
  const nome = cleanLine(dados.descricao);
  const causa = isFalha(dados.causa) ? dados.causa : null;
  const desde = formatDataHora(dados.erroDesde, papel.zona);
  const { ultimaColeta, emailsTotal } = dados;
  const falha = causa === null ? cleanLine(dados.causa) : FALHA_CAIXA[causa];
  return {
    assunto: "Uma caixa de e-mail parou de coletar",
    previa: `${falha} Os e-mails continuam no servidor.`,
    titulo: `A caixa ${nome} parou de coletar`,
    tom: "aviso",
    abertura: falha,
    fatos: [
      ...fatosOf(dados),
      ["Parada desde", desde],
      [
        "Última coleta completa",
        ultimaColeta === null ? "ainda não houve" : formatDataHora(ultimaColeta, papel.zona),
      ],
    ],
    secoes: [
      { titulo: "O que guardamos", texto: `${writeGuardados(emailsTotal)} ${NADA_SE_PERDE}` },
      { titulo: "O que fazer", texto: findCura(causa, dados.servidor) },
    ],
    botao: botaoOf("Abrir a caixa", dados, papel),
    rodape: rodapeOf(papel, "Avisaremos de novo quando a caixa voltar."),
  };
}

const NADA_SE_PERDE =
  "Os novos continuam no servidor, e a coleta segue de onde parou assim que a caixa voltar.";

function writeGuardados(total: number): string {
  if (total === 0) return "Nenhum e-mail desta caixa tinha sido coletado.";
  if (total === 1) return "O e-mail já coletado desta caixa está guardado.";
  return `Os ${formatInteiro(total)} e-mails já coletados desta caixa estão guardados.`;
}

function writeRecuperada(dados: DadosEnvio<"caixa-recuperada">, papel: Papel): Conteudo {
  const nome = cleanLine(dados.descricao);
  const parada = writeDuracao(dados.recuperadaEm.getTime() - dados.erroDesde.getTime());
  const novas = writeNovas(dados.novas);
  return {
    assunto: "Uma caixa de e-mail voltou a coletar",
    previa: `Ficou parada por ${parada}. ${novas}`,
    titulo: `A caixa ${nome} voltou a coletar`,
    tom: "bom",
    abertura: `Ficou parada por ${parada}. A coleta seguiu de onde tinha parado.`,
    fatos: [
      ...fatosOf(dados),
      ["Parada desde", formatDataHora(dados.erroDesde, papel.zona)],
      ["Voltou em", formatDataHora(dados.recuperadaEm, papel.zona)],
    ],
    secoes: [
      { titulo: "O que chegou", texto: novas },
      { titulo: "O que fazer", texto: "Nada: a coleta segue sozinha." },
    ],
    botao: botaoOf("Ver a caixa", dados, papel),
    rodape: rodapeOf(papel, ""),
  };
}

function writeNovas(novas: number): string {
  if (novas === 0) return "Nenhum e-mail esperava no servidor.";
  if (novas === 1) return "O e-mail que esperava no servidor já está guardado.";
  return `Os ${formatInteiro(novas)} e-mails que esperavam no servidor já estão guardados.`;
}

function writeSilenciosa(dados: DadosEnvio<"caixa-silenciosa">, papel: Papel): Conteudo {
  const nome = cleanLine(dados.descricao);
  const silencio = writeDias(dados.diasSemEmail);
  return {
    assunto: `Uma caixa de e-mail está sem receber há ${silencio}`,
    previa: "A coleta funciona, mas nada chega. Confira se os e-mails ainda vão para esta caixa.",
    titulo: `A caixa ${nome} está sem e-mails há ${silencio}`,
    tom: "neutro",
    abertura: `A coleta funciona e o login é aceito, mas nada chega. Antes, o maior intervalo entre dois e-mails era de ${writeDias(dados.costumeDias)}.`,
    fatos: [...fatosOf(dados), ["Último e-mail", formatDataHora(dados.ultimoEmailEm, papel.zona)]],
    secoes: [
      {
        titulo: "O que guardamos",
        texto: "Tudo o que chegou até aqui continua guardado.",
      },
      {
        titulo: "O que fazer",
        texto:
          "Confira se a caixa não está cheia, se nenhum filtro ou redirecionamento leva as mensagens para outra pasta e se os fornecedores ainda escrevem para este endereço. Para ter certeza, mande um e-mail de teste para ela.",
      },
    ],
    botao: botaoOf("Ver a caixa", dados, papel),
    rodape: rodapeOf(papel, "Este aviso só se repete depois que voltar a chegar e-mail."),
  };
}

type SobreCaixa = { caixaId: string; servidor: string; usuario: string };

function fatosOf({ usuario, servidor }: SobreCaixa): Conteudo["fatos"] {
  return [
    ["Usuário", cleanLine(usuario)],
    ["Servidor", cleanLine(servidor)],
  ];
}

function botaoOf(rotulo: string, { caixaId }: SobreCaixa, { urlBase }: Papel): Conteudo["botao"] {
  return { rotulo, href: `${urlBase}/caixaemail/${caixaId}` };
}

function rodapeOf({ identificador }: Papel, mais: string): string {
  return `Você recebe este aviso como responsável pela conta ${identificador} no Malote. ${mais}`.trim();
}

/** Formats a duration in its two largest units: "2 dias e 3 h", "45 min". */
function writeDuracao(ms: number): string {
  const minutos = Math.max(1, Math.round(ms / MINUTE_MS));
  if (ms < HOUR_MS) return `${minutos} min`;
  const [dias, horas] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS)];
  if (dias > 0) return horas === 0 ? writeDias(dias) : `${writeDias(dias)} e ${horas} h`;
  const resto = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return resto === 0 ? `${horas} h` : `${horas} h e ${resto} min`;
}

function writeDias(dias: number): string {
  if (dias < 1) return "menos de 1 dia";
  return dias === 1 ? "1 dia" : `${formatInteiro(dias)} dias`;
}

function isFalha(causa: string): causa is FalhaCaixa {
  return Object.hasOwn(FALHA_CAIXA, causa);
}
