import { Button } from "@mantine/core";
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useAtual } from "../../rpc/atual.ts";
import type { Nota } from "../../rpc/queries.ts";
import { liberacao as textos } from "../../textos/liberacao.ts";
import { impedimentoOf } from "./impedimento.ts";
import classes from "./Parecer.module.css";

const LiberarDialogo = lazy(async () => ({
  default: (await import("./LiberarDialogo.tsx")).LiberarDialogo,
}));

/**
 * Release from quarantine: a button for administrators; otherwise the reason why the user cannot
 * release.
 */
export function Liberar({ nota }: { nota: Nota }): React.JSX.Element | null {
  const usuario = useAtual()?.usuario;
  const [asking, setAsking] = useState(false);
  const impedimento = impedimentoOf(nota);
  if (!usuario) return null;
  if (impedimento !== null) return <Aviso texto={impedimento} />;
  if (!(usuario.administrador || usuario.proprietarioConta)) return <Aviso texto={textos.soAdministrador} />;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconLockOpen size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {textos.abrir}
      </Button>
      {asking && (
        <Suspense>
          <LiberarDialogo nota={nota} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Aviso({ texto }: { texto: string }): React.JSX.Element {
  return (
    <p className={classes.liberar}>
      <IconLock size={16} stroke={1.6} aria-hidden="true" />
      {texto}
    </p>
  );
}
