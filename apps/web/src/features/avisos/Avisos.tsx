import { Popover } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useDono, useZona } from "../../rpc/atual.ts";
import { contaLongeQuery, divergentesQuery, empresasLongeQuery } from "../../rpc/avisos.ts";
import { useDivergencias } from "../../rpc/divergencias.ts";
import { caixasQuery } from "../../rpc/queries.ts";
import { avisos as textos } from "../../textos/avisos.ts";
import { readGuardado, useGuardado, writeGuardado } from "../../ui/guardado.ts";
import classes from "./Avisos.module.css";
import { ARQUIVOS, readArquivos } from "./arquivos.ts";
import { type Aviso, avisosOf } from "./avisos.ts";
import { foldCaixas, readVistas } from "./caixas-seguidas.ts";
import { useLidos } from "./lidos.ts";

const CAIXAS_SEGUIDAS = "caixas-seguidas";
const AvisosPainel = lazy(async () => ({ default: (await import("./AvisosPainel.tsx")).AvisosPainel }));

/** Bell button with the number of unread alerts, and their panel. */
export function Avisos(props: {
  className: string;
  icone: React.ReactNode;
  aberto: boolean;
}): React.JSX.Element {
  const [opened, setOpened] = useState(props.aberto);
  const avisos = useAvisos();
  const { isLido, read } = useLidos();
  const novos = avisos.filter(({ id }) => !isLido(id));
  const rotulo = novos.length === 0 ? textos.nenhumNaoLido : textos.naoLidos(novos.length);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
      shadow="md"
      classNames={{ dropdown: `menu ${classes.painel}` }}
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={`${props.className} ${classes.sino}`}
          aria-label={rotulo}
          data-dica={opened ? undefined : rotulo}
          onClick={() => setOpened(!opened)}
        >
          {props.icone}
          {novos.length > 0 && (
            <span className={classes.total} aria-hidden="true">
              {novos.length}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={textos.titulo}>
        <Suspense fallback={<div className={classes.espera} />}>
          <AvisosPainel
            avisos={avisos}
            isLido={isLido}
            onLer={(lidos) => read(lidos.map(({ id }) => id))}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * The alerts, built from data that is loaded anyway. No query here runs more often than the
 * badge's.
 */
function useAvisos(): Aviso[] {
  const zona = useZona();
  const dono = useDono();
  const { total = 0 } = useDivergencias("geral");
  const { data: divergentes = [] } = useQuery(divergentesQuery(zona, total));
  const { data: caixas, dataUpdatedAt } = useQuery(caixasQuery);
  const { data: empresas = [] } = useQuery(empresasLongeQuery);
  const { data: conta } = useQuery(contaLongeQuery);
  const [arquivos] = useGuardado(ARQUIVOS, dono, readArquivos);
  const [{ seguidas }] = useGuardado(CAIXAS_SEGUIDAS, dono, readVistas);
  // Update the storage only after a poll of this tab, not when another tab writes it.
  useEffect(() => {
    if (!caixas || !dono || document.hidden) return;
    const antes = readVistas(readGuardado(CAIXAS_SEGUIDAS, dono));
    const next = foldCaixas(antes, caixas, dataUpdatedAt);
    if (next !== antes) writeGuardado(CAIXAS_SEGUIDAS, dono, next);
  }, [caixas, dataUpdatedAt, dono]);
  return avisosOf({
    divergentes,
    divergencias: total,
    caixas: caixas ?? [],
    seguidas,
    empresas,
    conta,
    arquivos,
  });
}
