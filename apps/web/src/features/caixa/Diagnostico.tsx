import { formatInteiro } from "@malote/syntax";
import { Button, Loader } from "@mantine/core";
import { IconCheck, IconMinus, IconPlugConnected, IconX } from "@tabler/icons-react";
import type { ProvaCaixa } from "../../rpc/queries.ts";
import { caixa as textos } from "../../textos/caixas.ts";
import { Certificado } from "./Certificado.tsx";
import type { Campos } from "./campos.ts";
import classes from "./Diagnostico.module.css";
import { type EstadoProva, type PassoVisto, passosOf } from "./prova.ts";

const DESENHOS = { certo: IconCheck, falhou: IconX, intocado: IconMinus };

/** The connection test: its steps, its result, and an untrusted certificate. */
export function Diagnostico(props: {
  estado: EstadoProva;
  conexao: Pick<Campos, "tipo" | "autenticacao">;
  zona: string;
  onTestar: () => void;
  onConfiar: (impressao: string) => void;
}): React.JSX.Element {
  const { estado, conexao, zona, onTestar, onConfiar } = props;
  const { prova: t } = textos;
  const testing = estado.fase === "testando";
  const prova = estado.fase === "feita" ? estado.prova : null;
  return (
    <section className={classes.diagnostico} aria-labelledby="diagnostico">
      <header className={classes.topo}>
        <h2 id="diagnostico" className="t-secao">
          {t.titulo}
        </h2>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.6} aria-hidden="true" />}
          disabled={testing}
          onClick={onTestar}
        >
          {estado.fase === "nenhuma" ? t.testar : t.testarDeNovo}
        </Button>
      </header>
      <p className={classes.resultado} role="status" data-fase={estado.fase} data-ok={prova?.ok}>
        {testing && <Loader size={14} color="var(--accent)" aria-hidden="true" />}
        {sentenceOf(estado)}
      </p>
      {(testing || prova) && (
        <ol className={classes.passos} data-testando={testing ? true : undefined}>
          {passosOf(prova?.passos ?? [], conexao).map((passo, index) => (
            <PassoLinha key={passo.passo} passo={passo} index={index} testing={testing}>
              {passo.passo === "tls" && prova?.certificado && !prova.certificado.confiavel && (
                <Certificado certificado={prova.certificado} zona={zona} onConfiar={onConfiar} />
              )}
            </PassoLinha>
          ))}
        </ol>
      )}
    </section>
  );
}

function sentenceOf(estado: EstadoProva): string {
  const { prova: t } = textos;
  if (estado.fase === "nenhuma") return t.intro;
  if (estado.fase === "mudou") return t.mudou;
  if (estado.fase === "recusada") return estado.mensagem;
  return estado.fase === "feita" ? resultOf(estado.prova) : t.testando;
}

/**
 * The step where the test stopped. The reason is at that step; it is here only when no step has
 * it.
 */
function resultOf({ ok, mensagens, falha, passos }: ProvaCaixa): string {
  const { prova: t } = textos;
  const stopped = passos.find((passo) => !passo.ok);
  if (!ok && stopped && (falha === null || falha === stopped.mensagem)) {
    return t.parou(t.passos[stopped.passo]);
  }
  if (!ok) return falha ?? t.mal;
  return mensagens === null ? t.bemSemConta : t.bem(t.mensagens(formatInteiro(mensagens)));
}

function PassoLinha(props: {
  passo: PassoVisto;
  index: number;
  testing: boolean;
  children: React.ReactNode;
}): React.JSX.Element {
  const { passo, index, testing, children } = props;
  const { prova: t } = textos;
  const Desenho = DESENHOS[passo.estado];
  return (
    <li
      className={classes.passo}
      data-estado={passo.estado}
      style={{ "--ordem": index } as React.CSSProperties}
    >
      <span className={classes.sinal} aria-hidden="true">
        <Desenho size={14} stroke={2.2} />
      </span>
      <p>
        <b>
          {t.passos[passo.passo]}
          {passo.estado !== "intocado" && (
            <span className="vh">, {passo.estado === "certo" ? t.feito : t.falhou}</span>
          )}
        </b>
        <span>{passo.mensagem ?? (testing ? t.esperando : t.naoTentado)}</span>
      </p>
      {children}
    </li>
  );
}
