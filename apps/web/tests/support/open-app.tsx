import { notifications } from "@mantine/notifications";
import { createRoot, type Root } from "react-dom/client";
import { expect } from "vitest";
import "../../src/main.tsx";
import { Providers } from "../../src/app/Providers.tsx";
import { router } from "../../src/app/router.tsx";
import { queryClient } from "../../src/rpc/call/query-client.ts";
import { clearToken, forget, setToken } from "../../src/rpc/session/session.ts";
import { contaAnswers, visitorAnswers } from "./conta-examples.ts";
import { type Answers, answer, installServer, resetServer } from "./fake-server.ts";
import { installUploads } from "./fake-upload.ts";

export const PHONE = [390, 844] as const;

let root: Root | null = null;
let place: HTMLElement | null = null;

installServer();
installUploads();
// A retry of the network must not cost the test a second.
const options = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...options, queries: { ...options.queries, retryDelay: 1 } });

/** Ends the page of a test and forgets what it stored. @returns what went wrong at the fake server */
export async function closeApp(): Promise<string[]> {
  // The router requests the user once this module is loaded: not in the next test.
  await import("../../src/rpc/session/current-user.ts");
  unmount();
  forget();
  clearToken();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.setAttribute("data-mantine-color-scheme", "light");
  return resetServer();
}

/** Opens an address as a user of the example conta; `answers` add to its answers or replace them. */
export async function openApp(address: string, answers: Answers = {}): Promise<void> {
  answer({ ...contaAnswers(), ...answers });
  setToken("um-token");
  await open(address);
}

/** Opens an address without a session. */
export async function openAsVisitor(address: string, answers: Answers = {}): Promise<void> {
  answer({ ...visitorAnswers(), ...answers });
  await open(address);
}

async function open(address: string): Promise<void> {
  // A request of the previous test may have started a query after its end.
  queryClient.clear();
  await router.navigate(address);
  mount();
}

/** Reads everything again, as a reload of the page does. */
export function reload(): void {
  unmount();
  mount();
}

function mount(): void {
  place = document.createElement("div");
  place.id = "root";
  // Before the portals of earlier pages, as in index.html.
  document.body.prepend(place);
  root = createRoot(place);
  root.render(<Providers router={router} />);
}

function unmount(): void {
  root?.unmount();
  place?.remove();
  root = null;
  queryClient.clear();
}

/** Path and query of the open page. */
export function address(): string {
  return window.location.pathname + window.location.search;
}

/** Waits until the address of the page matches. */
export async function expectAddress(pattern: RegExp | string): Promise<void> {
  if (typeof pattern === "string") await expect.poll(address).toBe(pattern);
  else await expect.poll(address).toMatch(pattern);
}

/** Waits until a locator finds this many elements. */
export async function expectCount(found: { elements: () => Element[] }, count: number): Promise<void> {
  await expect.poll(() => found.elements().length).toBe(count);
}

/** Goes to another address of the application, as a typed address does. */
export async function goTo(target: string): Promise<void> {
  await router.navigate(target);
}
