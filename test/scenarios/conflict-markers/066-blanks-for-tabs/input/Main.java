class Main {
	void run() {
		start();
	}
}
