/** React looks for these once, when it is loaded (untraced-react.ts). */
Object.assign(console, { timeStamp: undefined, createTask: undefined });

export {};
