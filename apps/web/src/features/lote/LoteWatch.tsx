import { formatInteger } from "@malote/syntax";
import { Box, CloseButton, Group, Paper, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router-dom";
import { useQuery } from "../../rpc/call/use-query.ts";
import { isOpenLote, type Lote, loteQuery, undoLote } from "../../rpc/documents/lotes.ts";
import { closeLote, forgetLote, openLote, useWatchedLotes } from "../../rpc/documents/watched-lotes.ts";
import { general } from "../../texts/app/general.ts";
import { loteTexts } from "../../texts/lists/lotes.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { LoteBoard, tryTo } from "./LoteBoard.tsx";
import classes from "./LoteWatch.module.css";
import { countDone } from "./lote-words.ts";

const { cartao: texts } = loteTexts;
/** Time after which the card of a lote without refusals closes itself, in ms. */
const CARD_MS = 8_000;

/** On any page: the board that is open, and a card of each lote that runs in the background. */
export function LoteWatch({ onEnd }: { onEnd: (lote: Lote) => void }): React.JSX.Element {
  const { ids, open } = useWatchedLotes();
  const { pathname } = useLocation();
  const page = useRef(pathname);
  const leaveBoard = useEffectEvent(() => {
    if (open !== null) closeLote({ follow: true });
  });
  // A link of the board leads to a document: the lote goes on in the background.
  useEffect(() => {
    if (page.current === pathname) return;
    page.current = pathname;
    leaveBoard();
  }, [pathname]);
  return (
    <>
      {open !== null && <LoteBoard key={open} id={open} />}
      {ids.length > 0 && (
        <Stack gap={8} className={`${classes.cards} sem-impressao`}>
          {ids.map((id) => (
            <LoteCard key={id} id={id} onEnd={onEnd} />
          ))}
        </Stack>
      )}
    </>
  );
}

function LoteCard(props: { id: string; onEnd: (lote: Lote) => void }): React.JSX.Element | null {
  const { id, onEnd } = props;
  const client = useQueryClient();
  const { data: lote } = useQuery(loteQuery(id));
  const ended = lote !== undefined && !isOpenLote(lote);
  const stays = (lote?.recusados ?? 0) > 0;
  const tellEnd = useEffectEvent(() => {
    if (lote) onEnd(lote);
  });
  useEffect(() => {
    if (ended) tellEnd();
  }, [ended]);
  useEffect(() => {
    if (!ended) return;
    for (const queryKey of [["notas"], ["nota"]]) void client.invalidateQueries({ queryKey });
    if (stays) return;
    const timer = setTimeout(() => forgetLote(id), CARD_MS);
    return () => clearTimeout(timer);
  }, [client, ended, stays, id]);
  if (!lote) return null;
  return (
    <Paper p={14} role="status" className={classes.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Box miw={0} flex={1}>
          <b>{ended ? endOf(lote) : progressOf(lote)}</b>
          <Group gap={12}>
            <button type="button" className="link" onClick={() => openLote(id)}>
              {stays ? texts.verRecusados : texts.ver}
            </button>
            {lote.desfazerAte && (
              <button type="button" className="link" onClick={() => void tryTo(() => undo(id))}>
                {loteTexts.quadro.desfazer}
              </button>
            )}
          </Group>
          {!ended && (
            <Group mt={6}>
              <ProgressBar part={countDone(lote) / lote.total} label={loteTexts.quadro.progresso} />
            </Group>
          )}
        </Box>
        <CloseButton aria-label={general.fechar} onClick={() => forgetLote(id)} />
      </Group>
    </Paper>
  );
}

async function undo(id: string): Promise<void> {
  openLote(await undoLote(id));
  forgetLote(id);
}

function progressOf(lote: Lote): string {
  return texts.andamento(texts.nome[lote.tipo], formatInteger(countDone(lote)), formatInteger(lote.total));
}

function endOf({ feitos, recusados }: Lote): string {
  return texts.fim(formatInteger(feitos), formatInteger(recusados));
}
