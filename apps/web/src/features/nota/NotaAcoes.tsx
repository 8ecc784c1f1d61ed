import { Button, Loader } from "@mantine/core";
import {
  IconChevronDown,
  IconDatabaseImport,
  IconDatabaseMinus,
  IconDownload,
  IconRefresh,
} from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import type { Nota } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { marcas } from "../../textos/marcas.ts";
import { nota as textos } from "../../textos/nota.ts";
import { Depois } from "../../ui/Depois.tsx";
import type { useConsulta } from "./consulta.ts";
import classes from "./NotaAcoes.module.css";
import { semConsultaOf } from "./sem-consulta.ts";

const BaixarOpcoes = lazy(async () => ({ default: (await import("./BaixarOpcoes.tsx")).BaixarOpcoes }));

const PedirXml = lazy(async () => ({ default: (await import("./PedirXml.tsx")).PedirXml }));

/** Action buttons of a document. The primary button is the next step in its processing. */
export function NotaAcoes(props: {
  nota: Nota;
  consulta: ReturnType<typeof useConsulta>;
  onProcessar: (ligar: boolean) => void;
}): React.JSX.Element {
  const { nota, consulta, onProcessar } = props;
  return (
    <>
      {semConsultaOf(nota, new Date()) === null && <Consultar consulta={consulta} />}
      <Baixar nota={nota} />
      {nota.quarentena ? (
        <Suspense>
          <PedirXml nota={nota} />
        </Suspense>
      ) : (
        <Processar nota={nota} onProcessar={onProcessar} />
      )}
    </>
  );
}

function Consultar({ consulta }: { consulta: ReturnType<typeof useConsulta> }): React.JSX.Element {
  if (consulta.asking) {
    return (
      <div className={classes.consultando} role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        {textos.consultando}
        <button type="button" className="link" onClick={consulta.cancel}>
          {geral.cancelar}
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
      {textos.consultar}
    </Button>
  );
}

function Baixar({ nota }: { nota: Nota }): React.JSX.Element {
  return (
    <Depois
      botao={
        <Button
          variant="default"
          className="botao-icone"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          rightSection={
            <IconChevronDown className={classes.seta} size={16} stroke={1.6} aria-hidden="true" />
          }
        >
          {textos.baixar}
        </Button>
      }
    >
      {(botao, aberto) => <BaixarOpcoes nota={nota} botao={botao} aberto={aberto} />}
    </Depois>
  );
}

function Processar(props: { nota: Nota; onProcessar: (ligar: boolean) => void }): React.JSX.Element {
  const { nota, onProcessar } = props;
  const done = nota.processadoErp;
  const Icone = done ? IconDatabaseMinus : IconDatabaseImport;
  return (
    <Button
      variant={done ? "default" : "filled"}
      className={classes.primario}
      leftSection={<Icone size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => onProcessar(!done)}
    >
      {done ? marcas.processado.desmarcar : marcas.processado.marcar}
    </Button>
  );
}
