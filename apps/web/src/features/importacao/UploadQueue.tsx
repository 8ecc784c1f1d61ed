import { Box, Group } from "@mantine/core";
import {
  IconAlertCircle,
  IconCircleCheck,
  IconFileTypeXml,
  IconFileTypeZip,
  IconX,
} from "@tabler/icons-react";
import { useEffect } from "react";
import { importacaoTexts as texts } from "../../texts/files/importacao.ts";
import { StatusTag } from "../../ui/documento/Status.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { FileName } from "./FileName.tsx";
import classes from "./Importacao.module.css";
import {
  cancelAll,
  clearFinished,
  hasUnfinished,
  removeUpload,
  retryUpload,
  type Upload,
  useUploads,
} from "./uploads-store.ts";

const { fila: t } = texts;

/** The upload queue: the progress of each file, and a retry after a failure. */
export function UploadQueue(): React.JSX.Element | null {
  const uploads = useUploads();
  const isRunning = hasUnfinished(uploads);
  useWarnBeforeLeaving(isRunning);
  if (uploads.length === 0) return null;
  const sentCount = uploads.filter(({ state }) => state === "enviado").length;
  return (
    <Box component="section" px="var(--gutter)" pt={24} aria-labelledby="fila-titulo">
      <Group component="header" gap={8} pb={8} align="baseline">
        <h2 id="fila-titulo" className="t-secao">
          {t.titulo}
        </h2>
        <span className="t-rotulo" aria-live="polite">
          {t.enviados(sentCount, uploads.length)}
        </span>
        <Box
          component="button"
          type="button"
          ml="auto"
          className="acao-barra"
          onClick={isRunning ? cancelAll : clearFinished}
        >
          {isRunning ? t.cancelarTodos : t.limpar}
        </Box>
      </Group>
      <ul>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </Box>
  );
}

function UploadRow({ upload }: { upload: Upload }): React.JSX.Element {
  const { id, file, state, progress, reason } = upload;
  const Icon = /\.zip$/i.test(file.name) ? IconFileTypeZip : IconFileTypeXml;
  const label = state === "enviado" || state === "falhou" ? t.tirar : t.cancelar;
  return (
    <li className={classes.upload} data-estado={state}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <FileName name={file.name} size={file.size} />
      {reason === null ? (
        <ProgressBar part={progress} label={file.name} />
      ) : (
        <Group component="span" gap={6} wrap="nowrap" c="var(--bad-text)" role="alert">
          <IconAlertCircle size={16} stroke={1.8} aria-hidden="true" />
          {reason}
        </Group>
      )}
      <span className="num">
        <UploadState upload={upload} />
      </span>
      <button
        type="button"
        className="icone icone-pequeno"
        aria-label={label(file.name)}
        onClick={() => removeUpload(id)}
      >
        <IconX size={16} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
}

function UploadState({ upload }: { upload: Upload }): React.JSX.Element | null {
  const { id, state, progress, isFinal } = upload;
  if (state === "fila") return <>{t.naFila}</>;
  if (state === "enviado") {
    return <StatusTag tone="ok" word={t.enviado} icon={IconCircleCheck} />;
  }
  if (state === "enviando") return <>{progress >= 1 ? t.conferindo : describeProgress(upload, Date.now())}</>;
  if (isFinal) return null;
  return (
    <button type="button" className="link" onClick={() => retryUpload(id)}>
      {t.repetir}
    </button>
  );
}

/** "64 %, faltam 18 s"; the estimate appears after 5 % and 2 s. */
export function describeProgress(
  { progress, startedAt }: Pick<Upload, "progress" | "startedAt">,
  now: number,
): string {
  const percent = Math.floor(progress * 100);
  const elapsedSeconds = (now - startedAt) / 1_000;
  if (progress < 0.05 || elapsedSeconds < 2) return t.parte(percent);
  const remainingSeconds = Math.max(1, Math.round((elapsedSeconds / progress) * (1 - progress)));
  return t.falta(
    percent,
    remainingSeconds < 60 ? t.segundos(remainingSeconds) : t.minutos(Math.round(remainingSeconds / 60)),
  );
}

/** Warns before the page is closed, which would abort running uploads. */
function useWarnBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);
}
