import { Button, Loader } from "@mantine/core";
import {
  IconChevronDown,
  IconDatabaseImport,
  IconDatabaseMinus,
  IconDownload,
  IconRefresh,
} from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { general } from "../../../texts/app/general.ts";
import { flagSentences } from "../../../texts/lists/flags.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { consultaExclusionOf } from "../consulta/consulta-exclusion.ts";
import type { useConsulta } from "../consulta/use-consulta.ts";
import { RequestXmlLink } from "../quarentena/RequestXmlLink.tsx";
import { DownloadMenu } from "./DownloadMenu.tsx";
import classes from "./NotaActions.module.css";

/** Action buttons of a document. The primary button is the next step in its processing. */
export function NotaActions(props: {
  nota: Nota;
  consulta: ReturnType<typeof useConsulta>;
  onProcess: (turnOn: boolean) => void;
}): React.JSX.Element {
  const { nota, consulta, onProcess } = props;
  return (
    <>
      {consultaExclusionOf(nota, new Date()) === null && <ConsultaAction consulta={consulta} />}
      <DownloadAction nota={nota} />
      {nota.quarentena ? <RequestXmlLink nota={nota} /> : <ProcessAction nota={nota} onProcess={onProcess} />}
    </>
  );
}

function ConsultaAction({ consulta }: { consulta: ReturnType<typeof useConsulta> }): React.JSX.Element {
  if (consulta.asking) {
    return (
      <div className={classes.consultando} role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        {texts.consultando}
        <button type="button" className="link" onClick={consulta.cancel}>
          {general.cancelar}
        </button>
      </div>
    );
  }
  return (
    <Button
      variant="default"
      className="botao-icone"
      leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void consulta.start()}
    >
      {texts.consultar}
    </Button>
  );
}

function DownloadAction({ nota }: { nota: Nota }): React.JSX.Element {
  return (
    <DownloadMenu
      nota={nota}
      trigger={
        <Button
          variant="default"
          className="botao-icone"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          rightSection={
            <IconChevronDown className={classes.seta} size={16} stroke={1.6} aria-hidden="true" />
          }
        >
          {texts.baixar}
        </Button>
      }
    />
  );
}

function ProcessAction(props: { nota: Nota; onProcess: (turnOn: boolean) => void }): React.JSX.Element {
  const { nota, onProcess } = props;
  const done = nota.processadoErp;
  const Icon = done ? IconDatabaseMinus : IconDatabaseImport;
  return (
    <Button
      variant={done ? "default" : "filled"}
      className={classes.primario}
      leftSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => onProcess(!done)}
    >
      {done ? flagSentences.processado.desmarcar : flagSentences.processado.marcar}
    </Button>
  );
}
