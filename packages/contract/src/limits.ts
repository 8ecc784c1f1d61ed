/** Page size of every list unless the caller asks for another (spec §9). */
export const PAGE_SIZE = 20;
/** Largest page a caller may ask for. */
export const PAGE_SIZE_MAX = 200;
/** Deepest row reachable by page number; beyond it the caller is asked for a narrower filter (architecture §4). */
export const PAGE_DEPTH_MAX = 10_000;
/** Totals are exact up to here; above it `totalExato` is false and the total is a floor. */
export const TOTAL_EXATO_MAX = 100_000;
/** JSON-RPC calls in one batch. */
export const BATCH_MAX = 20;
/** Bytes of one JSON body, where the Authorization header names its caller; of any other (ADR 0046). */
export const JSON_BODY_MAX = 1_048_576;
export const JSON_ANONIMO_MAX = 65_536;
/** Keys and list elements of one JSON body, by the same two callers. */
export const JSON_ITENS_MAX = 20_000;
export const JSON_ANONIMO_ITENS_MAX = 2_000;
/** Objects and lists inside each other in a JSON body; a call of the contract, in a batch, needs fewer. */
export const JSON_NIVEIS_MAX = 32;
/** Characters of the id of a JSON-RPC call, which its answer repeats. */
export const RPC_ID_MAX = 256;
/** Errors that one answer lists; a batch shares them among its calls. */
export const ERROS_MAX = 20;
/** Characters of the name of a refused field, and of what is said of it. */
export const ERRO_CAMPO_MAX = 100;
export const ERRO_MENSAGEM_MAX = 500;
/** Bytes of a SOAP call; of one whose caller is not known yet. */
export const SOAP_BODY_MAX = 12_582_912;
export const SOAP_ANONIMO_MAX = 65_536;
/** Declarations of namespaces that hold at one place of a SOAP call. */
export const SOAP_DECLARACOES_MAX = 64;
/** Shortest and longest password (spec §5 gives the lower bound; the upper bounds the work of Argon2id). */
export const SENHA_MIN = 8;
export const SENHA_MAX = 128;
/** Shortest global search (spec §9). */
export const BUSCA_MIN = 3;
/** Longest text in one field of a filter. */
export const FILTRO_TEXTO_MAX = 200;
/** Default range of lists and filters, in days; the SPA sends it, the wire never assumes it (spec §9, architecture §5). */
export const PERIODO_LISTA_DIAS = 90;
/** How often the screen asks `hasSefazStatus` after `consultarSefaz`, in ms (spec §9). */
export const SEFAZ_STATUS_POLL_MS = 3_000;
/** How often the SPA refreshes the badge and the count of divergences, in ms (spec §9). */
export const BADGE_POLL_MS = 300_000;
/** Shortest interval between two collections of one caixa, in ms; the sandbox may go below it. */
export const CAIXA_POLL_MIN_MS = 60_000;
/** Interval between two collections of one caixa unless configured, in ms. */
export const CAIXA_POLL_MS = 300_000;
/** Characters of the reason for which an administrator takes a document out of quarantine. */
export const LIBERACAO_MOTIVO_MIN = 15;
export const LIBERACAO_MOTIVO_MAX = 255;
/** Longest time a kept message may wait on its server before it is deleted there, in days. */
export const APAGAR_DIAS_MAX = 3_650;
/** Documents of one bulk call. */
export const LOTE_MAX = 200;
/** Characters of the reason why an operation was not performed. @source MOC NF-e, leiaute do evento 210240, xJust */
export const JUSTIFICATIVA_MIN = 15;
export const JUSTIFICATIVA_MAX = 255;
/** Days after its emission in which SEFAZ answers about a document. @source NT 2018.002, cStat 526 */
export const CONSULTA_MAX_DIAS = 180;
/** Times SEFAZ was asked that a document shows. */
export const CONSULTAS_MAX = 50;
/** Days before a certificate ends at which its owner is told, the widest first. */
export const CERTIFICADO_AVISO_DIAS = [30, 15, 7, 1] as const;
/** Days before the end of the recipient's term at which notice is given, the widest first. */
export const PRAZO_AVISO_DIAS = [15, 3] as const;
/** Largest certificate file that is taken, in bytes. */
export const CERTIFICADO_MAX_BYTES = 262_144;
/** Largest logo of a company, in bytes, and pixels of its sides. */
export const LOGO_MAX_BYTES = 262_144;
export const LOGO_MAX_PIXELS = 1_000;
/** Largest file that is imported, in bytes. */
export const IMPORTACAO_MAX_BYTES = 524_288_000;
/** Documents of one export, by format (spec §5, §9); a spreadsheet holds as many as a CSV. */
export const EXPORTACAO_MAX = { CSV: 5_000, PDF: 1_000, XLSX: 5_000 } as const;
/** Documents of one ZIP of the repository; fewer where each is printed, so that one is made in an attempt's time (ADR 0026). */
export const REPOSITORIO_MAX = 100_000;
export const REPOSITORIO_PDF_MAX = 10_000;
/** Days for which a file that was asked for is kept. */
export const ARQUIVO_EXPIRA_DIAS = 7;
/** Default range of the repository, in days (spec §9). */
export const PERIODO_REPOSITORIO_DIAS = 30;
/**
 * How often the open list of imports or of the repository is read again, and that of exports, in ms
 * (spec §9).
 */
export const IMPORTACAO_POLL_MS = 5_000;
export const EXPORTACAO_POLL_MS = 6_000;
/** Suggestions of one autocomplete, and results of one kind in a global search. */
export const SUGESTOES_MAX = 20;
/** Default range of the dashboard and of the divergences, in days (spec §9). */
export const PERIODO_PAINEL_DIAS = 7;
export const PERIODO_DIVERGENCIAS_DIAS = 7;
/** Longest range, in days, that the dashboard draws by day, by week and by month; a longer one is drawn by year (spec §9). */
export const AGRUPA_DIA_MAX = 70;
export const AGRUPA_SEMANA_MAX = 190;
export const AGRUPA_MES_MAX = 550;
/** Longest range of the dashboard, in days. */
export const PERIODO_PAINEL_MAX_DIAS = 3_660;
/** Rows of the dashboard's detail. */
export const PAINEL_LINHAS_MAX = 10_000;
/** What an exported chart may be: its drawing in bytes, the width that is asked for in pixels, and how many times that is drawn. */
export const GRAFICO_MAX_BYTES = 2_097_152;
export const GRAFICO_LARGURA_MAX = 4_000;
export const GRAFICO_ESCALA_MAX = 4;
/** Default of the same (spec §9). */
export const GRAFICO_ESCALA = 2;
/** Kinds of picture that a chart is exported as; the first unless asked otherwise (spec §9). */
export const GRAFICO_TIPOS = ["image/png", "image/jpeg", "image/svg+xml"] as const;
export type GraficoTipo = (typeof GRAFICO_TIPOS)[number];
/** Documents a month of each plan (spec §1). */
export const PLANOS = [1_000, 2_000, 4_000, 6_000, 10_000] as const;
/** Parts of a plan, in percent, at which its conta is told; nothing stops at any of them. */
export const PLANO_AVISOS = [80, 100] as const;
/** How long the link of an invitation and that of a new password live, in ms. */
export const CONVITE_MS = 72 * 3_600_000;
export const REDEFINICAO_MS = 3_600_000;
/** How long a captcha may be solved and used, and how long a public download waits for its click, in ms. */
export const CAPTCHA_MS = 600_000;
export const DOWNLOAD_PUBLICO_MS = 600_000;
/** Users of a conta, and companies that one of them may be restricted to. */
export const USUARIOS_MAX = 1_000;
export const EMPRESAS_DO_USUARIO_MAX = 500;
/** API tokens of a conta that live at once. */
export const API_TOKENS_MAX = 20;
/** How far ahead the last day of an API token may lie, in days. */
export const API_TOKEN_EXPIRA_MAX_DIAS = 730;
/** How long the secret before lives on when a token is rotated, in hours: unless asked otherwise, and at most. */
export const API_TOKEN_GRACA_HORAS = 24;
export const API_TOKEN_GRACA_MAX_HORAS = 168;
/** Characters of names, of an e-mail address, and of what is written to us. */
export const NOME_MAX = 100;
export const EMAIL_MAX = 254;
export const CONTATO_TEXTO_MAX = 4_000;
/** Characters of an identificador or of a user's name. */
export const IDENTIFICADOR_MIN = 3;
export const IDENTIFICADOR_MAX = 40;
/** Longest solved captcha, in characters. */
export const CAPTCHA_MAX = 4_096;
/** Webhooks of a conta, and characters of the address of one. */
export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_MAX = 500;
/** How long the secret before signs too when a webhook's is rotated, in hours: unless asked otherwise, and at most. */
export const WEBHOOK_GRACA_HORAS = 24;
export const WEBHOOK_GRACA_MAX_HORAS = 168;
/** Days for which tellings are kept in the log. */
export const ENTREGA_DIAS = 30;

/** For so long after a sign-in sensitive changes are made without another proof, in ms. @source ASVS 5.0 §7.5.1 */
export const RECENTE_MS = 15 * 60_000;
/** The field that a refusal names when the caller must first prove who they are (Auth.reautenticar). */
export const CAMPO_REAUTENTICACAO = "reautenticacao";
/** The field that a refusal names when the conta demands a second factor that the caller has not turned on. */
export const CAMPO_SEGUNDO_FATOR = "segundoFator";
/** Passkeys of one user at most. */
export const PASSKEYS_MAX = 10;
/** Pieces of failed work that an operator names in one call to try again, and characters of why the collection is paused. */
export const TENTAR_MAX = 200;
export const MOTIVO_PAUSA_MAX = 200;
/** How long after telling a conta of a mailbox or a certificate an operator may tell it again, in ms. */
export const AVISO_OPERADOR_MS = 24 * 3_600_000;
