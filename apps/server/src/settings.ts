/**
 * One setting as this process uses it. valor: the effective value; null for a secret and where
 * there is none.
 */
export type Setting = {
  nome: string;
  descricao: string;
  definida: boolean;
  valor: string | null;
  secreta: boolean;
};

/** padrao: the value where the setting is absent; secreta: the value is never shown. */
type SettingDescription = { nome: string; descricao: string; padrao?: string; secreta?: true };

const SECRET = { secreta: true } as const;

/** Every setting of `.env.example` that the server reads, in its order. */
const SETTINGS: readonly SettingDescription[] = [
  { nome: "PORT", descricao: "Porta da interface e da API", padrao: "3000" },
  { nome: "HOST", descricao: "Endereço em que escuta", padrao: "127.0.0.1" },
  { nome: "PUBLIC_URL", descricao: "Endereço público, dos links e do cookie" },
  { nome: "TRUST_PROXY", descricao: "Proxies de confiança", padrao: "0" },
  { nome: "LOG_LEVEL", descricao: "Detalhe do log", padrao: "info" },
  { nome: "DATA_DIR", descricao: "Pasta dos arquivos", padrao: ".data" },
  { nome: "DATABASE_URL", descricao: "Banco, com o usuário dono", ...SECRET },
  { nome: "DATABASE_APP_URL", descricao: "Banco, com o usuário do servidor", ...SECRET },
  { nome: "REDIS_URL", descricao: "Redis das filas; sem ele, o PostgreSQL", ...SECRET },
  { nome: "MALOTE_KEY", descricao: "Chave que criptografa senhas e certificados", ...SECRET },
  { nome: "MALOTE_KEY_ARQUIVO", descricao: "Arquivo dessa chave" },
  { nome: "CHAVES_PERDIDAS", descricao: "Números das chaves perdidas" },
  { nome: "BACKUP_DESTINO", descricao: "Onde ficam os backups" },
  { nome: "BACKUP_SENHA", descricao: "Senha que criptografa os backups", ...SECRET },
  { nome: "BACKUP_SENHA_ARQUIVO", descricao: "Arquivo da senha dos backups" },
  { nome: "BACKUP_AGE", descricao: "Chaves públicas de age dos backups" },
  { nome: "BACKUP_AGE_CHAVE", descricao: "Arquivo da chave secreta de age" },
  { nome: "BACKUP_A_CADA_MIN", descricao: "Minutos entre dois backups", padrao: "5" },
  { nome: "BACKUP_GUARDA", descricao: "Quais backups são mantidos", padrao: "24h 7d 4s 12m" },
  { nome: "S3_ENDPOINT", descricao: "Servidor S3; sem ele, a AWS" },
  { nome: "AWS_ACCESS_KEY_ID", descricao: "Credencial do S3", ...SECRET },
  { nome: "AWS_SECRET_ACCESS_KEY", descricao: "Segredo do S3", ...SECRET },
  { nome: "AWS_REGION", descricao: "Região do S3" },
  { nome: "EMAIL_MAX_MB", descricao: "Maior mensagem aceita, em MB", padrao: "50" },
  { nome: "SMTP_URL", descricao: "Servidor de saída dos avisos", ...SECRET },
  { nome: "SMTP_FROM", descricao: "Remetente dos avisos" },
  { nome: "CONTATO_EMAIL", descricao: "Quem recebe as mensagens dos visitantes" },
  { nome: "OPERADOR_EMAIL", descricao: "Quem recebe os avisos do próprio Malote" },
  { nome: "MAIL_ALLOW_PRIVATE", descricao: "Caixas em endereços privados", padrao: "0" },
  { nome: "CLAMD", descricao: "Antivírus (clamd)" },
  { nome: "CLAMD_MAX_MB", descricao: "Maior arquivo do antivírus, em MB", padrao: "100" },
  { nome: "CLIENTES_ARQUIVO", descricao: "Arquivo dos clientes do site" },
  { nome: "CAPTCHA_COST", descricao: "Trabalho exigido pelo captcha", padrao: "5000" },
  { nome: "ICP_BRASIL_DIR", descricao: "Autoridades da ICP-Brasil" },
  { nome: "PROVEDORES_CONFIAVEIS", descricao: "CNPJs que podem assinar por outros" },
  { nome: "DFE_SCHEMAS_DIR", descricao: "Esquemas oficiais (XSD)" },
  { nome: "SEFAZ_PFX", descricao: "Certificado do operador" },
  { nome: "SEFAZ_PFX_SENHA", descricao: "Senha do certificado do operador", ...SECRET },
  { nome: "METRICS_PORT", descricao: "Porta das métricas; a do worker é a seguinte" },
  { nome: "METRICS_HOST", descricao: "Endereço das métricas", padrao: "127.0.0.1" },
  { nome: "WORKER_PORT", descricao: "Porta das sondas do worker" },
  { nome: "WORKER_HOST", descricao: "Endereço dessa porta", padrao: "127.0.0.1" },
  { nome: "OTEL_EXPORTER_OTLP_ENDPOINT", descricao: "Coletor OpenTelemetry; sem ele, nada é enviado" },
  { nome: "OTEL_TRACES_SAMPLER", descricao: "Quais rastros são enviados" },
  { nome: "OTEL_TRACES_SAMPLER_ARG", descricao: "Parte dos rastros enviada" },
  { nome: "OTEL_EXPORTER_OTLP_HEADERS", descricao: "Cabeçalhos para o coletor", ...SECRET },
  { nome: "OTEL_METRIC_EXPORT_INTERVAL", descricao: "Intervalo das métricas enviadas, em ms" },
  { nome: "FEED_PORT", descricao: "Porta do feed no formato da SEFAZ" },
  { nome: "FEED_HOST", descricao: "Endereço do feed" },
  { nome: "FEED_TLS_CERT", descricao: "Certificado do feed (PEM)" },
  { nome: "FEED_TLS_KEY", descricao: "Arquivo da chave do feed (PEM)" },
  { nome: "FEED_TLS_PFX", descricao: "Certificado do feed (PKCS#12)" },
  { nome: "FEED_TLS_PFX_SENHA", descricao: "Senha do certificado do feed", ...SECRET },
  { nome: "SANDBOX", descricao: "Ambiente de demonstração", padrao: "0" },
];

/** Longest value that is shown. */
const VALUE_MAX = 200;

/** The settings in use, without any secret. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): readonly Setting[] {
  return SETTINGS.map(({ nome, descricao, padrao, secreta = false }) => {
    const set = env[nome] ? env[nome] : null;
    const valor = secreta ? null : (hideCredentials(set ?? padrao ?? null)?.slice(0, VALUE_MAX) ?? null);
    return { nome, descricao, definida: set !== null, valor, secreta };
  });
}

/** Hides user and password inside an address. */
function hideCredentials(text: string | null): string | null {
  return text?.replace(/(:\/\/)[^/@\s]*@/g, "$1…@") ?? null;
}
