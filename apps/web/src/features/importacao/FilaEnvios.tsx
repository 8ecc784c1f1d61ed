import { formatTamanho } from "@malote/syntax";
import {
  IconAlertCircle,
  IconCircleCheck,
  IconFileTypeXml,
  IconFileTypeZip,
  IconX,
} from "@tabler/icons-react";
import { useEffect } from "react";
import { importacao as textos } from "../../textos/importacao.ts";
import { Progresso } from "../../ui/Progresso.tsx";
import classes from "./FilaEnvios.module.css";
import { cancelTodos, clearFila, type Envio, isEnviando, removeEnvio, retryEnvio, useFila } from "./fila.ts";

const { fila: t } = textos;

/** The upload queue: the progress of each file, and a retry after a failure. */
export function FilaEnvios(): React.JSX.Element | null {
  const fila = useFila();
  const enviando = isEnviando(fila);
  useAvisoAoSair(enviando);
  if (fila.length === 0) return null;
  const enviados = fila.filter(({ estado }) => estado === "enviado").length;
  return (
    <section aria-labelledby="fila-titulo" className={classes.fila}>
      <header className={classes.topo}>
        <h2 id="fila-titulo">{t.titulo}</h2>
        <span aria-live="polite">{t.enviados(enviados, fila.length)}</span>
        <button type="button" className="acao-barra" onClick={enviando ? cancelTodos : clearFila}>
          {enviando ? t.cancelarTodos : t.limpar}
        </button>
      </header>
      <ul>
        {fila.map((envio) => (
          <Linha key={envio.id} envio={envio} />
        ))}
      </ul>
    </section>
  );
}

function Linha({ envio }: { envio: Envio }): React.JSX.Element {
  const { id, arquivo, estado, parte, motivo } = envio;
  const Icone = /\.zip$/i.test(arquivo.name) ? IconFileTypeZip : IconFileTypeXml;
  const rotulo = estado === "enviado" || estado === "falhou" ? t.tirar : t.cancelar;
  return (
    <li className={classes.linha} data-estado={estado}>
      <Icone size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.nome}>
        <b title={arquivo.name}>{arquivo.name}</b>
        <span className="num">{formatTamanho(arquivo.size)}</span>
      </span>
      {motivo === null ? (
        <Progresso parte={parte} rotulo={arquivo.name} />
      ) : (
        <span className={classes.motivo} role="alert">
          <IconAlertCircle size={16} stroke={1.8} aria-hidden="true" />
          {motivo}
        </span>
      )}
      <span className={`num ${classes.estado}`}>
        <Estado envio={envio} />
      </span>
      <button
        type="button"
        className="icone icone-pequeno"
        aria-label={rotulo(arquivo.name)}
        onClick={() => removeEnvio(id)}
      >
        <IconX size={16} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
}

function Estado({ envio }: { envio: Envio }): React.JSX.Element | null {
  const { id, estado, parte, definitiva } = envio;
  if (estado === "fila") return <>{t.naFila}</>;
  if (estado === "enviado") {
    return (
      <span className={classes.enviado}>
        <IconCircleCheck size={16} stroke={1.8} aria-hidden="true" />
        {t.enviado}
      </span>
    );
  }
  if (estado === "enviando") return <>{parte >= 1 ? t.conferindo : describeParte(envio, Date.now())}</>;
  if (definitiva) return null;
  return (
    <button type="button" className="link" onClick={() => retryEnvio(id)}>
      {t.repetir}
    </button>
  );
}

/** "64 %, faltam 18 s"; the estimate appears after 5 % and 2 s. */
export function describeParte({ parte, comecou }: Pick<Envio, "parte" | "comecou">, agora: number): string {
  const porCento = Math.floor(parte * 100);
  const gastos = (agora - comecou) / 1_000;
  if (parte < 0.05 || gastos < 2) return t.parte(porCento);
  const faltam = Math.max(1, Math.round((gastos / parte) * (1 - parte)));
  return t.falta(porCento, faltam < 60 ? t.segundos(faltam) : t.minutos(Math.round(faltam / 60)));
}

/** Warns before the page is closed, which would abort running uploads. */
function useAvisoAoSair(enviando: boolean): void {
  useEffect(() => {
    if (!enviando) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [enviando]);
}
