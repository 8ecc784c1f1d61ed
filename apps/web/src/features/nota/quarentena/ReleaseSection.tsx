import { Button } from "@mantine/core";
import { IconLock, IconLockOpen, IconShieldPause } from "@tabler/icons-react";
import { useState } from "react";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { useCurrentUser } from "../../../rpc/session/current-user.ts";
import { holdTexts, releaseTexts as texts } from "../../../texts/nota/release.ts";
import { IconLine } from "../../../ui/documento/DocContent.tsx";
import { QuarantineDialog } from "./QuarantineDialog.tsx";
import { releaseObstacleOf } from "./release-rules.ts";

/**
 * Release from quarantine: a button for administrators; otherwise the reason why the user cannot
 * release.
 */
export function ReleaseSection({ nota }: { nota: Nota }): React.JSX.Element | null {
  const usuario = useCurrentUser()?.usuario;
  const [dialogOpen, setDialogOpen] = useState(false);
  const obstacle = releaseObstacleOf(nota);
  if (!usuario) return null;
  if (obstacle !== null) return <Notice text={obstacle} />;
  if (!(usuario.administrador || usuario.proprietarioConta)) return <Notice text={texts.soAdministrador} />;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconLockOpen size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setDialogOpen(true)}
      >
        {texts.abrir}
      </Button>
      {dialogOpen && <QuarantineDialog act="liberar" nota={nota} onClose={() => setDialogOpen(false)} />}
    </div>
  );
}

/** Puts a released document into quarantine again; only administrators see it. */
export function HoldAction({ nota }: { nota: Nota }): React.JSX.Element | null {
  const [dialogOpen, setDialogOpen] = useState(false);
  if (!useIsManager()) return null;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconShieldPause size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setDialogOpen(true)}
      >
        {holdTexts.abrir}
      </Button>
      {dialogOpen && <QuarantineDialog act="colocar" nota={nota} onClose={() => setDialogOpen(false)} />}
    </div>
  );
}

function Notice({ text }: { text: string }): React.JSX.Element {
  return (
    <IconLine icon={IconLock} c="dimmed" fz="xs">
      {text}
    </IconLine>
  );
}
