// Preact with htm: one module that bin/setup unpacks into Web/vendor.
export { Component, createContext, h, html, render, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "../vendor/preact.js";
import { useRef as keep } from "../vendor/preact.js";

let last = 0;
/** An id of an element, to point a label or a description at it; the same as long as the element stands. */
export function useId() {
  const kept = keep(null);
  kept.current ??= `e${++last}`;
  return kept.current;
}
