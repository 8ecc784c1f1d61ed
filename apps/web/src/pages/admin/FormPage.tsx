import { Box, Button, Group, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { FormSkeleton } from "../../ui/form/FormPanes.tsx";
import { DocBar, DocPage } from "../../ui/layout/DocPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";

type PageLink = { label: string; to: string };

/** What the form of the page is given. */
type FormPageContent<T> = {
  stored: T | null;
  /** Leaves after a save: what was typed is stored. */
  leave: (to: string) => void;
  cancel: () => void;
  /** The deletion on a phone, where the bar has no room for it: shown last. */
  footer: React.ReactNode;
};

type FormPageProps<T, K extends QueryKey> = {
  /** Undefined: a new one. */
  id: string | undefined;
  query: (id: string) => UseQueryOptions<T, Error, T, K>;
  /** The link of the bar, where cancelling leads too. */
  back: PageLink;
  /** Where it leads after a deletion, or when the object does not exist; by default where `back` does. */
  exit?: PageLink;
  texts: { loading: string; subtitle: string };
  titleOf: (stored: T | null) => string;
  /** Title of the browser's tab, where the one of the page does not say what it is for. */
  tabTitleOf?: (stored: T | null) => string;
  /** Whether the role of the user is known. */
  isReady: boolean;
  /** Null for users who may delete none. `run` resolves to whether it was deleted. */
  remove: {
    label: string;
    isAllowed?: (stored: T) => boolean;
    run: (stored: T) => Promise<boolean>;
  } | null;
  children: (content: FormPageContent<T>) => React.ReactNode;
};

/** The page of one stored object, or of a new one: loads, names and deletes it; its form is the content. */
export function FormPage<T, K extends QueryKey>(props: FormPageProps<T, K>): React.JSX.Element {
  const { id, query: queryOf, back, exit = back, texts } = props;
  const query = useQuery({ ...queryOf(id ?? ""), enabled: id !== undefined });
  if (id === undefined || query.data !== undefined) {
    return <LoadedPage key={id ?? ""} {...props} stored={query.data ?? null} />;
  }
  return (
    <>
      <h1 className="vh">{texts.loading}</h1>
      {query.error ? (
        <FailureState
          failure={explainFailure(query.error)}
          onRetry={() => void query.refetch()}
          exit={exit}
        />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}

function LoadedPage<T, K extends QueryKey>(
  props: FormPageProps<T, K> & { stored: T | null },
): React.JSX.Element {
  const { stored, back, exit = back, texts, titleOf, tabTitleOf = titleOf, isReady, children } = props;
  const navigate = useNavigate();
  const remove = stored !== null && (props.remove?.isAllowed?.(stored) ?? true) ? props.remove : null;
  usePageTitle(tabTitleOf(stored));
  const leave = (to: string): void => {
    releaseUnsavedChanges();
    void navigate(to);
  };
  const confirmRemoval = async (): Promise<void> => {
    if (stored !== null && (await remove?.run(stored))) leave(exit.to);
  };
  const removeButton = remove !== null && (
    <Button
      variant="subtle"
      c="var(--bad-text)"
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void confirmRemoval()}
    >
      {remove.label}
    </Button>
  );
  return (
    <DocPage>
      <DocBar
        back={back}
        title={
          <Group align="baseline" gap={10} wrap="nowrap" miw={0}>
            <h1 className="t-pagina">{titleOf(stored)}</h1>
            {stored !== null && (
              <Text span inherit c="dimmed" visibleFrom="xs">
                {texts.subtitle}
              </Text>
            )}
          </Group>
        }
        actions={removeButton}
      />
      {isReady ? (
        children({
          stored,
          leave,
          cancel: () => void navigate(back.to),
          footer: removeButton && (
            <Box display="grid" hiddenFrom="xs">
              {removeButton}
            </Box>
          ),
        })
      ) : (
        <FormSkeleton />
      )}
    </DocPage>
  );
}
