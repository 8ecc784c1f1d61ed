import { Text } from "@mantine/core";
import { IconBookmark, IconChevronDown } from "@tabler/icons-react";
import { savedViewTexts as texts } from "../../texts/lists/saved-views.ts";
import { isModified, queryOf } from "./saved-view.ts";
import { type ListWithViews, useListAddress, useSavedViews, type ViewDisplay } from "./use-saved-views.ts";
import classes from "./ViewsPanel.module.css";
import { ViewsPanel } from "./ViewsPanel.tsx";

/** What a list without columns to choose shows. */
const NO_DISPLAY: ViewDisplay = { colunas: "", densidade: null };

/**
 * The button of the saved views: the active view, "•" when it is modified, and the panel of all
 * views.
 */
export function SavedViewsButton(props: {
  list: ListWithViews;
  /** The columns and the density, when the list lets the user choose them. */
  display?: ViewDisplay | undefined;
  onDisplay?: ((display: ViewDisplay) => void) | undefined;
}): React.JSX.Element {
  const { list, display = NO_DISPLAY, onDisplay } = props;
  const { params, setParams, withoutView } = useListAddress(list, onDisplay);
  const views = useSavedViews(list);
  const current = views.lista.find(({ id }) => id === params.get("visao")) ?? null;
  const shown = { busca: queryOf(params), ...display };
  const isViewModified = current !== null && isModified(current, shown);
  return (
    <ViewsPanel
      trigger={
        <button type="button" className={`acao-barra ${classes.button}`}>
          {views.lista.length === 0 ? (
            texts.salvarComo
          ) : (
            <>
              <IconBookmark size={14} stroke={1.8} aria-hidden="true" />
              {current && <span className="vh">{texts.visao} </span>}
              <Text span inherit truncate>
                {current?.nome ?? texts.visoes}
              </Text>
              {isViewModified && (
                <>
                  <b aria-hidden="true">{texts.marca}</b>
                  <span className="vh">{texts.modificada}</span>
                </>
              )}
              <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
            </>
          )}
        </button>
      }
      list={list}
      views={views}
      current={current}
      isModified={isViewModified}
      shown={shown}
      onOpen={(next, view) => {
        setParams(next);
        if (view) onDisplay?.(view);
      }}
      withoutView={new URLSearchParams(withoutView)}
    />
  );
}
