// @NOTE Durations are literals here: an import of syntax would join its code to the first load of the SPA.

/** Default page size of every list (spec §9). */
export const PAGE_SIZE = 20;
/** Largest page size. */
export const PAGE_SIZE_MAX = 200;
/** Last row reachable by page number; beyond it the caller must narrow the filter. */
export const PAGE_DEPTH_MAX = 10_000;
/** Totals are exact up to here; above it `totalExato` is false and the total is a lower bound. */
export const EXACT_TOTAL_MAX = 100_000;
/** JSON-RPC calls in one batch. */
export const BATCH_MAX = 20;
/** Bytes of one JSON body: with an Authorization header, and without (ADR 0046). */
export const JSON_BODY_MAX = 1_048_576;
export const JSON_ANONYMOUS_MAX = 65_536;
/** Keys and list elements of one JSON body, by the same two cases. */
export const JSON_ITEMS_MAX = 20_000;
export const JSON_ANONYMOUS_ITEMS_MAX = 2_000;
/** Nesting of objects and lists in a JSON body; a batch of any contract calls needs less. */
export const JSON_DEPTH_MAX = 32;
/** Characters of the id of a JSON-RPC call, which the response repeats. */
export const RPC_ID_MAX = 256;
/** Errors in one response; a batch shares them among its calls. */
export const ERRORS_MAX = 20;
/** Characters of the name of a refused field, and of its message. */
export const ERROR_FIELD_MAX = 100;
export const ERROR_MESSAGE_MAX = 500;
/** Bytes of a SOAP call: with a known caller, and before the caller is known. */
export const SOAP_BODY_MAX = 12_582_912;
export const SOAP_ANONYMOUS_MAX = 65_536;
/** Namespace declarations in scope at one place of a SOAP call. */
export const SOAP_DECLARATIONS_MAX = 64;
/** Length of a password (the minimum is in spec §5; the maximum limits the work of Argon2id). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** Shortest global search (spec §9). */
export const SEARCH_MIN = 3;
/** Longest text in one field of a filter. */
export const FILTER_TEXT_MAX = 200;
/** Default range of lists and filters, in days; the SPA sends it, the server assumes none (spec §9). */
export const LIST_PERIOD_DAYS = 90;
/** Polling interval of `hasSefazStatus` after `consultarSefaz`, in ms (spec §9). */
export const SEFAZ_STATUS_POLL_MS = 3_000;
/** Refresh interval of the badge and the count of divergences, in ms (spec §9). */
export const BADGE_POLL_MS = 300_000;
/** Shortest interval between two collections of one caixa, in ms; the sandbox may use less. */
export const CAIXA_POLL_MIN_MS = 60_000;
/** Default interval between two collections of one caixa, in ms. */
export const CAIXA_POLL_MS = 300_000;
/** Characters of the reason for releasing a document from quarantine. */
export const LIBERACAO_REASON_MIN = 15;
export const LIBERACAO_REASON_MAX = 255;
/** Longest delay before a collected message is deleted from its server, in days. */
export const DELETE_AFTER_DAYS_MAX = 3_650;
/** Documents of one bulk call. */
export const LOTE_MAX = 200;
/** Documents of one lote by id, and of a lote of a list's filter. */
export const LOTE_IDS_MAX = 1_000;
export const LOTE_FILTRO_MAX = 5_000;
/** Unfinished lotes of a conta, and lotes that it keeps; the oldest finished ones are deleted first. */
export const LOTES_ABERTOS_MAX = 20;
export const LOTES_MAX = 200;
/** Days for which a finished lote is kept, and hours in which its marks can be undone. */
export const LOTE_DIAS = 30;
export const LOTE_DESFAZER_HORAS = 24;
/** Longest wait before a supplier is reminded of a requested XML, in days. */
export const LEMBRETE_XML_DIAS_MAX = 30;
/** Reminders of one request. */
export const LEMBRETES_XML_MAX = 2;
/** Characters of the reason why an operation was not performed. @source MOC NF-e, leiaute do evento
 * 210240, xJust */
export const JUSTIFICATIVA_MIN = 15;
export const JUSTIFICATIVA_MAX = 255;
/** Days after emission during which SEFAZ answers a consulta. @source NT 2018.002, cStat 526 */
export const CONSULTA_MAX_DAYS = 180;
/** Consultas listed for a document. */
export const CONSULTAS_MAX = 50;
/** Days before a certificate expires at which its owner is notified, the highest first. */
export const CERTIFICADO_WARNING_DAYS = [30, 15, 7, 1] as const;
/** Days before the end of the recipient's term at which a notification is sent, the highest first. */
export const DEADLINE_WARNING_DAYS = [15, 3] as const;
/** Largest certificate file, in bytes. */
export const CERTIFICADO_MAX_BYTES = 262_144;
/** Largest logo of a company, in bytes and in pixels per side. */
export const LOGO_MAX_BYTES = 262_144;
export const LOGO_MAX_PIXELS = 1_000;
/** Largest imported file, in bytes. */
export const IMPORTACAO_MAX_BYTES = 524_288_000;
/** Documents of one export, by format (spec §5, §9); a spreadsheet holds as many as a CSV. */
export const EXPORTACAO_MAX = { CSV: 5_000, PDF: 1_000, XLSX: 5_000 } as const;
/** Documents of one ZIP of the repositório; fewer with PDFs, so that one attempt has time to print them
 * (ADR 0026). */
export const REPOSITORIO_MAX = 100_000;
export const REPOSITORIO_PDF_MAX = 10_000;
/** Days for which a requested file is kept. */
export const FILE_EXPIRY_DAYS = 7;
/** Default range of the repositório, in days (spec §9). */
export const REPOSITORIO_PERIOD_DAYS = 30;
/** Refresh interval of the open list of imports or of the repositório, and of exports, in ms (spec §9). */
export const IMPORTACAO_POLL_MS = 5_000;
export const EXPORTACAO_POLL_MS = 6_000;
/** Suggestions of one autocomplete, and results of one kind in a global search. */
export const SUGGESTIONS_MAX = 20;
/** Default range of the dashboard, in days (spec §9). Divergences have none: see docs/adr/0107. */
export const PAINEL_PERIOD_DAYS = 7;
/** Longest range, in days, that the dashboard groups by day, by week and by month; a longer one is grouped
 * by year (spec §9). */
export const GROUP_BY_DAY_MAX = 70;
export const GROUP_BY_WEEK_MAX = 190;
export const GROUP_BY_MONTH_MAX = 550;
/** Longest range of the dashboard, in days. */
export const PAINEL_PERIOD_MAX_DAYS = 3_660;
/** Rows of the dashboard's detail. */
export const PAINEL_ROWS_MAX = 10_000;
/** Limits of an exported chart: SVG in bytes, width in pixels, and scale. */
export const CHART_MAX_BYTES = 2_097_152;
export const CHART_WIDTH_MAX = 4_000;
export const CHART_SCALE_MAX = 4;
/** Default scale (spec §9). */
export const CHART_SCALE = 2;
/** Image types of an exported chart, the default first (spec §9). */
export const CHART_TYPES = ["image/png", "image/jpeg", "image/svg+xml"] as const;
export type ChartType = (typeof CHART_TYPES)[number];
/** Documents per month of each plan (spec §1). */
export const PLANS = [1_000, 2_000, 4_000, 6_000, 10_000] as const;
/** Percentages of a plan at which its conta is notified; nothing is blocked. */
export const PLAN_WARNINGS = [80, 100] as const;
/** Lifetime of the links of an invitation and of a password reset, in ms. */
export const CONVITE_MS = 72 * 3_600_000;
export const RESET_MS = 3_600_000;
/** Lifetime of a captcha, and of a public download before its click, in ms. */
export const CAPTCHA_MS = 600_000;
export const DOWNLOAD_PUBLICO_MS = 600_000;
/** Users of a conta, and companies that a user may be restricted to. */
export const USUARIOS_MAX = 1_000;
export const USUARIO_EMPRESAS_MAX = 500;
/** Active API tokens of a conta. */
export const API_TOKENS_MAX = 20;
/** Latest expiry of an API token, in days from now. */
export const API_TOKEN_EXPIRY_MAX_DAYS = 730;
/** How long the previous secret of a rotated token stays valid, in hours: default and maximum. */
export const API_TOKEN_GRACE_HOURS = 24;
export const API_TOKEN_GRACE_MAX_HOURS = 168;
/** Characters of names, of e-mail addresses and of contact messages. */
export const NAME_MAX = 100;
export const EMAIL_MAX = 254;
export const CONTACT_TEXT_MAX = 4_000;
/** Characters of an identificador or of a user's name. */
export const IDENTIFICADOR_MIN = 3;
export const IDENTIFICADOR_MAX = 40;
/** Longest solved captcha, in characters. */
export const CAPTCHA_MAX = 4_096;
/** Saved views of one user for one list; shared ones, and all views, of a conta. */
export const VISOES_MAX = 30;
/** In one call: more would be larger than an ordinary call may be. */
export const VISOES_IMPORT_MAX = 15;
export const VISOES_COMPARTILHADAS_MAX = 100;
export const VISOES_CONTA_MAX = 3_000;
/** Characters of the name, of the filter and of the columns of a saved view. */
export const VISAO_NOME_MAX = 40;
export const VISAO_BUSCA_MAX = 2_000;
export const VISAO_COLUNAS_MAX = 600;
/** Webhooks of a conta, and characters of the URL of one. */
export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_MAX = 500;
/** How long the previous secret of a rotated webhook also signs, in hours: default and maximum. */
export const WEBHOOK_GRACE_HOURS = 24;
export const WEBHOOK_GRACE_MAX_HOURS = 168;
/** Days for which deliveries are kept in the log. */
export const DELIVERY_DAYS = 30;

/** How long after a sign-in sensitive changes need no further proof, in ms. @source ASVS 5.0 §7.5.1 */
export const RECENT_SIGN_IN_MS = 15 * 60_000;
/** The field named by a refusal if the caller must first reauthenticate (Auth.reautenticar). */
export const REAUTHENTICATION_FIELD = "reautenticacao";
/** The field named by a refusal if the conta demands a second factor that the caller has not enabled. */
export const SECOND_FACTOR_FIELD = "segundoFator";
/** Passkeys of one user. */
export const PASSKEYS_MAX = 10;
/** Failed tasks that an operator retries in one call, and characters of the reason for pausing the
 * collection. */
export const RETRIES_MAX = 200;
export const PAUSE_REASON_MAX = 200;
/** How long an operator must wait before notifying a conta of the same mailbox or certificate again, in
 * ms. */
export const OPERADOR_NOTICE_MS = 24 * 3_600_000;
